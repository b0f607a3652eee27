import { useActionState, useId, useState, type ReactElement } from 'react';
import { confirmAuthenticator, type StartedAuthenticator } from '../../../data/session/second-steps.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { Field } from '../../../parts/field.tsx';
import { FormFoot } from '../../../parts/form-foot.tsx';
import { failureText } from '../../../words/failure-text.ts';
import { t } from '../../../words/index.ts';
import { AuthenticatorSecret } from './authenticator-secret.tsx';

export type AddAuthenticatorDialogProps = {
  readonly started: StartedAuthenticator;
  /** The app is confirmed; the first one comes with recovery codes. */
  readonly onAdded: (codes: readonly string[] | undefined) => void;
  readonly onClose: () => void;
};

/** Shows the secret of an authenticator app, and asks for its first code. */
export function AddAuthenticatorDialog(props: AddAuthenticatorDialogProps): ReactElement {
  const { started, onAdded, onClose } = props;
  const form = useId();
  const [code, setCode] = useState('');
  const [error, submit, isPending] = useActionState(async () => {
    try {
      onAdded(await confirmAuthenticator(started.id, code));
      return undefined;
    } catch (thrown) {
      return failureText(thrown);
    }
  }, undefined);
  return (
    <Dialog
      title={t('Add an authenticator app')}
      onClose={onClose}
      foot={
        <FormFoot form={form} label={t('Add')} isReady={code.trim() !== '' && !isPending} onClose={onClose} />
      }
    >
      <AuthenticatorSecret secret={started.secret} url={started.url} />
      <form id={form} action={submit}>
        <Field
          label={t('Code of the app')}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          help={t('Six digits, which change every half minute.')}
          error={error}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  );
}
