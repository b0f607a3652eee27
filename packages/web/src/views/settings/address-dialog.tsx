import { useActionState, useId, useState, type ReactElement } from 'react';
import { askForAddress } from '../../data/actions/account-actions.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { FormFoot } from '../../parts/form-foot.tsx';
import { showToast } from '../../parts/toast-store.ts';
import { failureText } from '../../words/failure-text.ts';
import { t } from '../../words/index.ts';
import { useChat } from '../../screen/chat-context.ts';

/** Another e-mail address, which counts once its owner has confirmed it. */
export function AddressDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const chat = useChat();
  const form = useId();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [error, submit, isPending] = useActionState(async () => {
    try {
      await askForAddress(chat, email.trim(), password);
      showToast({ text: t('Open the link that we sent to {email}: then the address counts.', { email }) });
      onClose();
      return undefined;
    } catch (thrown) {
      return failureText(thrown);
    }
  }, undefined);
  const isPassword = error?.includes('old_password') === true;
  return (
    <Dialog
      title={t('Change e-mail')}
      onClose={onClose}
      foot={
        <FormFoot
          form={form}
          label={t('Change')}
          isReady={email.trim() !== '' && !isPending}
          onClose={onClose}
        />
      }
    >
      <form id={form} action={submit}>
        <Field
          label={t('New address')}
          type="email"
          autoComplete="email"
          value={email}
          error={isPassword ? undefined : error}
          help={t('It counts once you have opened the link that is sent there.')}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Field
          label={t('Password')}
          type="password"
          autoComplete="current-password"
          value={password}
          error={isPassword ? t('This is not your password.') : undefined}
          help={t('Needed unless you logged in within the last hour')}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  );
}
