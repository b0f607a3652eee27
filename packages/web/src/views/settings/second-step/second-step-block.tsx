import { useState, type ReactElement } from 'react';
import {
  removeSecondStep,
  replaceRecoveryCodes,
  startAuthenticator,
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
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { useSecondSteps } from './use-second-steps.ts';

/** Authenticator apps whose codes log-ins ask for after the password, and recovery codes. */
export function SecondStepBlock({ onFirst }: { readonly onFirst: () => void }): ReactElement {
  const { known, failure, reload } = useSecondSteps();
  const [started, setStarted] = useState<StartedAuthenticator>();
  const [codes, setCodes] = useState<readonly string[]>();
  const steps = known?.second_steps ?? [];
  const start = async (): Promise<void> => {
    const request = startAuthenticator();
    if (await attempt(request)) setStarted(await request);
  };
  const added = (made: readonly string[] | undefined): void => {
    setStarted(undefined);
    setCodes(made);
    showKept({ text: t('Authenticator app added') });
    reload();
    // The server has ended all other sessions.
    if (made !== undefined) onFirst();
  };
  const remove = async (id: number): Promise<void> => {
    if (!(await askToRemove(steps.length === 1)) || !(await attempt(removeSecondStep(id)))) return;
    showKept({ text: t('Authenticator app removed') });
    reload();
  };
  const replace = async (): Promise<void> => {
    if (!(await askForCodes())) return;
    const request = replaceRecoveryCodes();
    if (!(await attempt(request))) return;
    setCodes(await request);
    reload();
  };
  return (
    <section
      className="block"
      data-setting="second-step"
      aria-busy={known === undefined && failure === undefined}
    >
      <BlockHead title={t('Second step')}>
        <button type="button" className="btn" onClick={() => void start()}>
          <Icon name="plus" />
          {t('Add an app')}
        </button>
      </BlockHead>
      {failure === undefined ? null : <p role="alert">{failure}</p>}
      {known?.setup_due == null ? null : <p className="note">{reminderText(known.setup_due)}</p>}
      {steps.length === 0 ? (
        <p className="help">
          {t('Off. With an authenticator app, a log-in asks for a code of your phone after the password.')}
        </p>
      ) : (
        <>
          <WayInTable
            label={t('Second step')}
            heads={[t('Name'), t('Added')]}
            ways={steps.map(({ id, name, created, last_used: lastUsed }) => ({
              id,
              name,
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
      {started === undefined ? null : (
        <AddAuthenticatorDialog started={started} onAdded={added} onClose={() => setStarted(undefined)} />
      )}
      {codes === undefined ? null : <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
    </section>
  );
}

function askToRemove(isLast: boolean): Promise<boolean> {
  return ask({
    title: t('Remove the authenticator app?'),
    text: [
      isLast
        ? t('Your password alone logs you in then, and the recovery codes end.')
        : t('Its codes no longer log you in.'),
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
