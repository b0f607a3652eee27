import { useActionState, useId, useState, type ReactElement } from 'react';
import { renamePerson } from '../../../data/actions/people-actions.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { Field } from '../../../parts/field.tsx';
import { FormFoot } from '../../../parts/form-foot.tsx';
import { useChat } from '../../../screen/chat-context.ts';
import { failureText } from '../../../words/failure-text.ts';
import { t } from '../../../words/index.ts';
import { keep } from '../../settings/use-save-setting.ts';
import type { AccountRow } from './account-list.ts';

type RenameDialogProps = { readonly account: AccountRow; readonly onClose: () => void };

/** Another name for a person. */
export function RenameDialog({ account, onClose }: RenameDialogProps): ReactElement {
  const chat = useChat();
  const form = useId();
  const { userId, name: before } = account;
  const [typed, setTyped] = useState(before);
  const [error, submit, isPending] = useActionState(async () => {
    const name = typed.trim();
    try {
      await renamePerson(chat, userId, name);
    } catch (thrown) {
      return failureText(thrown);
    }
    await keep(t('{before} is now {name}', { before, name }), Promise.resolve(), () =>
      renamePerson(chat, userId, before),
    );
    onClose();
    return undefined;
  }, undefined);
  return (
    <Dialog
      title={t('Name of {name}', { name: before })}
      onClose={onClose}
      foot={<FormFoot form={form} label={t('Save')} isReady={!isPending} onClose={onClose} />}
    >
      <form id={form} action={submit}>
        <Field
          label={t('Name')}
          value={typed}
          required
          autoComplete="off"
          error={error}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  );
}
