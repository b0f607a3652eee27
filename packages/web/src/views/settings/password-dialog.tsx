import { useActionState, useId, useState, type ReactElement } from 'react';
import { setPassword } from '../../data/actions/account-actions.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { FormFoot } from '../../parts/form-foot.tsx';
import { showKept } from '../../parts/kept-store.ts';
import { failureText } from '../../words/failure-text.ts';
import { t } from '../../words/index.ts';
import { useChat } from '../../screen/chat-context.ts';

/** A new password. The server judges how easy it is to guess. */
export function PasswordDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const chat = useChat();
  const form = useId();
  const [before, setBefore] = useState('');
  const [after, setAfter] = useState('');
  const [error, submit, isPending] = useActionState(async () => {
    try {
      await setPassword(chat, before, after);
      showKept({ text: t('Password changed') });
      onClose();
      return undefined;
    } catch (thrown) {
      return failureText(thrown);
    }
  }, undefined);
  const isOld = error?.includes('old_password') === true;
  return (
    <Dialog
      title={t('Change password')}
      onClose={onClose}
      foot={
        <FormFoot
          form={form}
          label={t('Change')}
          isReady={before !== '' && after !== '' && !isPending}
          onClose={onClose}
        />
      }
    >
      <form id={form} action={submit}>
        <Field
          label={t('Present password')}
          type="password"
          autoComplete="current-password"
          value={before}
          error={isOld ? t('This is not your password.') : undefined}
          onChange={(event) => setBefore(event.currentTarget.value)}
        />
        <Field
          label={t('New password')}
          type="password"
          autoComplete="new-password"
          value={after}
          error={isOld ? undefined : error}
          help={t('Long is better than complicated. All other browsers and programs are logged out.')}
          onChange={(event) => setAfter(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  );
}
