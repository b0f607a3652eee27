import { useActionState, useId, useState, type ReactElement } from 'react';
import { confirmAuthenticator, type StartedAuthenticator } from '../../../data/session/second-steps.ts';
import { CopyField } from '../../../parts/copy-field.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { Field } from '../../../parts/field.tsx';
import { FormFoot } from '../../../parts/form-foot.tsx';
import { failureText } from '../../../words/failure-text.ts';
import { t } from '../../../words/index.ts';
import { QrCode } from './qr-code.tsx';

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
      <p className="help">{t('Read this code with an authenticator app on your phone.')}</p>
      <QrCode text={started.url} label={t('QR code for the authenticator app')} />
      <CopyField
        label={t('Or type this secret')}
        value={started.secret}
        help={t('Keep it to yourself: it makes the codes.')}
      />
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
