import { useActionState, useId, useState, type ReactElement } from 'react';
import { createGroup } from '../../../data/actions/group-actions.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { Field } from '../../../parts/field.tsx';
import { FormFoot } from '../../../parts/form-foot.tsx';
import { showKept } from '../../../parts/kept-store.ts';
import { useChatScreen } from '../../../screen/chat-context.ts';
import { failureText } from '../../../words/failure-text.ts';
import { t } from '../../../words/index.ts';
import { PeoplePicker } from '../../picking/people-picker.tsx';
import type { Picked } from '../../picking/picked.ts';
import { idsOf } from './picked-parts.ts';

/** Name, purpose and first people of a group; its creator manages it. */
export function NewGroupDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const { chat, go } = useChatScreen();
  const form = useId();
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [picked, setPicked] = useState<readonly Picked[]>([]);
  const [error, submit, isPending] = useActionState(async () => {
    try {
      const id = await createGroup(chat, {
        name: name.trim(),
        description: description.trim(),
        members: idsOf(picked, 'user'),
        subgroups: idsOf(picked, 'group'),
      });
      showKept({ text: t('Group {name} made', { name: name.trim() }) });
      onClose();
      go({ view: 'organization', page: `groups/${id}` });
    } catch (thrown) {
      return failureText(thrown);
    }
    return undefined;
  }, undefined);
  return (
    <Dialog
      title={t('New group')}
      onClose={onClose}
      foot={
        <FormFoot
          form={form}
          label={t('Create')}
          isReady={name.trim() !== '' && !isPending}
          onClose={onClose}
        />
      }
    >
      <form id={form} action={submit}>
        <Field
          label={t('Name')}
          value={name}
          autoComplete="off"
          error={error}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Field
          label={t('Description')}
          value={description}
          autoComplete="off"
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
      </form>
      <PeoplePicker
        label={t('People and groups')}
        placeholder={t('Name or group')}
        picked={picked}
        onChange={(next) => setPicked(next.filter(({ kind }) => kind === 'user' || kind === 'group'))}
      />
    </Dialog>
  );
}
