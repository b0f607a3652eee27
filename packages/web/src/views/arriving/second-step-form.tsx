import { useActionState, useEffect, type ReactElement } from 'react';
import { DoorError } from '../../data/session/call.ts';
import { hasPasskeys } from '../../data/session/has-passkeys.ts';
import type { DoorOrganization } from '../../data/session/door.ts';
import { passSecondStep } from '../../data/session/enter.ts';
import { Field } from '../../parts/field.tsx';
import { t } from '../../words/index.ts';
import { Brand, DoorFrame } from './door-frame.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { refusalOf } from './refusal.ts';
import { textOf } from './use-entry.ts';
import arriving from './door.module.css';

export type SecondStepFormProps = {
  readonly version: string;
  readonly organization: DoorOrganization;
  /** The log-in that goes on. */
  readonly state: string;
  /** The kinds of second steps that the account has. */
  readonly kinds: readonly string[];
  readonly onEnter: () => void;
  /** Leads back to the password. */
  readonly onBack: () => void;
};

/** The second step of a log-in: a passkey, a code of the authenticator app, or a recovery code. */
export function SecondStepForm(props: SecondStepFormProps): ReactElement {
  const { organization, state, kinds, onEnter, onBack } = props;
  const hasApp = kinds.length === 0 || kinds.includes('totp');
  const [failure, submit, isPending] = useActionState<unknown, FormData>(async (_, form) => {
    try {
      await passSecondStep(state, textOf(form, 'code'));
      onEnter();
      return undefined;
    } catch (error) {
      return error;
    }
  }, undefined);
  const isOver = failure instanceof DoorError && failure.code === 'SECOND_STEP_EXPIRED';
  const error = failure === undefined ? undefined : refusalOf(failure);
  useEffect(() => {
    document.title = t('Second step · {name}', { name: organization.name });
  }, [organization]);
  return (
    <DoorFrame version={props.version}>
      <Brand organization={organization} title={organization.name} lead={t('Second step of your log-in')} />
      {kinds.includes('passkey') && hasPasskeys() ? <PasskeyButton state={state} onEnter={onEnter} /> : null}
      <form action={submit}>
        <Field
          key={state}
          label={t('Code')}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          // The page has nothing else to do.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          required
          help={
            hasApp
              ? t('The six digits that your authenticator app shows now. Without the app, a recovery code.')
              : t('Without the passkey, a recovery code.')
          }
          error={error}
        />
        <button type="submit" className="btn primary full" disabled={isPending || isOver}>
          {isPending ? t('Logging in…') : t('Log in')}
        </button>
        <p className="sr" role="alert">
          {error}
        </p>
      </form>
      <div className={arriving['under']}>
        <button type="button" className="lk" onClick={onBack}>
          {isOver ? t('Log in again') : t('Back to the password')}
        </button>
      </div>
    </DoorFrame>
  );
}
