import { useActionState, useEffect, useState, type ReactElement } from 'react';
import { DoorError } from '../../data/session/call.ts';
import { finishSecondStepSetUp, setUpSecondStep } from '../../data/session/enter.ts';
import { Field } from '../../parts/field.tsx';
import { t } from '../../words/index.ts';
import { AuthenticatorSecret } from '../settings/second-step/authenticator-secret.tsx';
import { RecoveryCodesDialog } from '../settings/second-step/recovery-codes-dialog.tsx';
import { Brand, DoorFrame } from './door-frame.tsx';
import { refusalOf } from './refusal.ts';
import type { SecondStepFormProps } from './second-step-form.tsx';
import { textOf } from './use-entry.ts';
import arriving from './door.module.css';

/** Sets up the second step that the organization requires; the log-in goes on with it. */
export function SetUpStepForm(props: SecondStepFormProps): ReactElement {
  const { organization, state, onEnter, onBack } = props;
  const [made, setMade] = useState<{ readonly secret: string; readonly url: string }>();
  const [failure, setFailure] = useState<unknown>();
  const [codes, setCodes] = useState<readonly string[]>();
  useEffect(() => {
    setUpSecondStep(state).then(setMade, setFailure);
  }, [state]);
  const [, submit, isPending] = useActionState<undefined, FormData>(async (_, form) => {
    try {
      setCodes(await finishSecondStepSetUp(state, textOf(form, 'code')));
      setFailure(undefined);
    } catch (error) {
      setFailure(error);
    }
    return undefined;
  }, undefined);
  const isOver = failure instanceof DoorError && failure.code === 'SECOND_STEP_EXPIRED';
  const error = failure === undefined ? undefined : refusalOf(failure);
  useEffect(() => {
    document.title = t('Second step · {name}', { name: organization.name });
  }, [organization]);
  return (
    <DoorFrame version={props.version}>
      <Brand
        organization={organization}
        title={organization.name}
        lead={t('Your organization requires a second step. Set it up to log in.')}
      />
      {made === undefined ? null : <AuthenticatorSecret secret={made.secret} url={made.url} />}
      <form action={submit}>
        <Field
          label={t('Code of the app')}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          help={t('Six digits, which change every half minute.')}
          error={error}
        />
        <button
          type="submit"
          className="btn primary full"
          disabled={isPending || isOver || made === undefined || codes !== undefined}
        >
          {isPending ? t('Logging in…') : t('Set up and log in')}
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
      {codes === undefined ? null : <RecoveryCodesDialog codes={codes} onClose={onEnter} />}
    </DoorFrame>
  );
}
