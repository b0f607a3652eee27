import { useState, type ReactElement } from 'react';
import type { PasskeyCreation } from '@parley/contract/endpoints/passkeys.ts';
import { hasPasskeys } from '../../../data/session/has-passkeys.ts';
import { startPasskey } from '../../../data/session/passkeys.ts';
import {
  removeSecondStep,
  replaceRecoveryCodes,
  startAuthenticator,
  type Proof,
  type StartedAuthenticator,
} from '../../../data/session/second-steps.ts';
import { Icon } from '../../../parts/icon.tsx';
import { showKept } from '../../../parts/kept-store.ts';
import { ask } from '../../../parts/question-store.ts';
import { attempt } from '../../../screen/attempt.ts';
import { reminderText } from '../../set-up-reminder.tsx';
import { plural, t } from '../../../words/index.ts';
import { BlockHead } from '../block-head.tsx';
import { WayInTable } from '../way-in-table.tsx';
import { AddAuthenticatorDialog } from './add-authenticator-dialog.tsx';
import { AddPasskeyDialog } from './add-passkey-dialog.tsx';
import { ProveDialog, type ProvenChange } from './prove-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { useSecondSteps } from './use-second-steps.ts';

/** A change of second steps that has begun. */
type Begun =
  | { readonly is: 'app'; readonly started: StartedAuthenticator }
  | { readonly is: 'passkey'; readonly options: PasskeyCreation }
  | { readonly is: 'proof'; readonly change: ProvenChange };

/** Passkeys and authenticator apps, which log-ins ask for after the password, and recovery codes. */
export function SecondStepBlock({ onFirst }: { readonly onFirst: () => void }): ReactElement {
  const { known, failure, reload } = useSecondSteps();
  const [begun, setBegun] = useState<Begun>();
  const [codes, setCodes] = useState<readonly string[]>();
  const steps = known?.second_steps ?? [];
  const close = (): void => setBegun(undefined);
  /** Asks for a proof first, where there is a second step to prove. */
  const begin = async (change: ProvenChange): Promise<void> => {
    if (steps.length > 0) setBegun({ is: 'proof', change });
    else await attempt(change.run({}));
  };
  const startApp: ProvenChange = {
    title: t('Add an authenticator app'),
    label: t('Go on'),
    run: async (proof) => setBegun({ is: 'app', started: await startAuthenticator(proof) }),
  };
  const startKey: ProvenChange = {
    title: t('Add a passkey'),
    label: t('Go on'),
    run: async (proof) => setBegun({ is: 'passkey', options: await startPasskey(proof) }),
  };
  const added = (what: string, made: readonly string[] | undefined): void => {
    close();
    setCodes(made);
    showKept({ text: what });
    reload();
    // The server has ended all other sessions.
    if (made !== undefined) onFirst();
  };
  const remove = async (id: number): Promise<void> => {
    const step = steps.find((one) => one.id === id);
    if (step === undefined || !(await askToRemove(step.name, steps.length === 1))) return;
    const run = async (proof: Proof): Promise<void> => {
      await removeSecondStep(id, proof);
      close();
      showKept({ text: t('{name} removed', { name: step.name }) });
      reload();
    };
    await begin({ title: t('Remove {name}', { name: step.name }), label: t('Remove'), isDanger: true, run });
  };
  const replace = async (): Promise<void> => {
    if (!(await askForCodes())) return;
    const run = async (proof: Proof): Promise<void> => {
      setCodes(await replaceRecoveryCodes(proof));
      close();
      reload();
    };
    await begin({ title: t('Make new recovery codes'), label: t('Make new ones'), run });
  };
  return (
    <section
      className="block"
      data-setting="second-step"
      aria-busy={known === undefined && failure === undefined}
    >
      <BlockHead title={t('Second step')}>
        {hasPasskeys() ? (
          <button type="button" className="btn" onClick={() => void begin(startKey)}>
            <Icon name="key" />
            {t('Add a passkey')}
          </button>
        ) : null}
        <button type="button" className="btn" onClick={() => void begin(startApp)}>
          <Icon name="plus" />
          {t('Add an app')}
        </button>
      </BlockHead>
      {failure === undefined ? null : <p role="alert">{failure}</p>}
      {known?.setup_due == null ? null : <p className="note">{reminderText(known.setup_due)}</p>}
      {steps.length === 0 ? (
        <p className="help">
          {t(
            'Off. With a passkey or an authenticator app, a log-in asks for it after the password. A passkey can also log you in alone.',
          )}
        </p>
      ) : (
        <>
          <WayInTable
            label={t('Second step')}
            heads={[t('Name'), t('Added')]}
            ways={steps.map(({ id, kind, name, created, last_used: lastUsed }) => ({
              id,
              name,
              about: kind === 'passkey' ? t('Passkey') : t('Authenticator app'),
              created,
              lastUsed,
            }))}
            action={t('Remove')}
            actionOf={(name) => t('Remove {name}', { name })}
            onAction={(id) => void remove(id)}
          />
          <p className="help">
            {plural(known?.recovery_codes_left ?? 0, {
              one: '# of 10 recovery codes is left.',
              other: '# of 10 recovery codes are left.',
            })}{' '}
            <button type="button" className="lk" onClick={() => void replace()}>
              {t('Make new ones')}
            </button>
          </p>
        </>
      )}
      {begun?.is === 'app' ? (
        <AddAuthenticatorDialog
          started={begun.started}
          onAdded={(made) => added(t('Authenticator app added'), made)}
          onClose={close}
        />
      ) : null}
      {begun?.is === 'passkey' ? (
        <AddPasskeyDialog
          options={begun.options}
          onAdded={(made) => added(t('Passkey added'), made)}
          onClose={close}
        />
      ) : null}
      {begun?.is === 'proof' ? <ProveDialog change={begun.change} steps={steps} onClose={close} /> : null}
      {codes === undefined ? null : <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
    </section>
  );
}

function askToRemove(name: string, isLast: boolean): Promise<boolean> {
  return ask({
    title: t('Remove {name}?', { name }),
    text: [
      isLast
        ? t('Your password alone logs you in then, and the recovery codes end.')
        : t('It no longer logs you in.'),
    ],
    yes: t('Remove'),
    no: t('Keep'),
    isDanger: true,
  });
}

function askForCodes(): Promise<boolean> {
  return ask({
    title: t('Make new recovery codes?'),
    text: [t('The codes that you kept before no longer work.')],
    yes: t('Make new ones'),
    no: t('Cancel'),
    isDanger: false,
  });
}
