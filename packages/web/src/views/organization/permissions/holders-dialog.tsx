import { useState, type ReactElement } from 'react';
import { groupById } from '../../../data/derived/groups.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { useChat } from '../../../screen/chat-context.ts';
import { groupName, type Holder } from '../../../screen/group-words.ts';
import { userName } from '../../../screen/titles.ts';
import { t } from '../../../words/index.ts';
import { PeoplePicker } from '../../picking/people-picker.tsx';
import type { Picked } from '../../picking/picked.ts';
import { idsOf } from '../groups/picked-parts.ts';

export type HoldersDialogProps = {
  /** The permission, in words. */
  readonly label: string;
  readonly holder: Holder;
  readonly onSave: (holder: Holder) => void;
  readonly onClose: () => void;
};

/** Gives a permission to several groups and people. */
export function HoldersDialog({ label, holder, onSave, onClose }: HoldersDialogProps): ReactElement {
  const chat = useChat();
  const [picked, setPicked] = useState<readonly Picked[]>(() => pickedOf(holder));
  const chosen = picked.filter(({ kind }) => kind === 'user' || kind === 'group');
  const save = (): void => {
    onSave({ direct_members: idsOf(chosen, 'user'), direct_subgroups: idsOf(chosen, 'group') });
    onClose();
  };
  return (
    <Dialog
      title={t('Who may: {label}', { label })}
      onClose={onClose}
      foot={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {t('Cancel')}
          </button>
          <button type="button" className="btn primary" disabled={chosen.length === 0} onClick={save}>
            {t('Save')}
          </button>
        </>
      }
    >
      <PeoplePicker label={t('Groups and people')} picked={chosen} onChange={setPicked} />
    </Dialog>
  );

  function pickedOf(value: Holder): readonly Picked[] {
    const state = chat.state.get();
    const { direct_subgroups: groups, direct_members: users } =
      typeof value === 'number' ? { direct_subgroups: [value], direct_members: [] } : value;
    return [
      ...groups
        .flatMap((id) => groupById(state, id) ?? [])
        .flatMap((group) =>
          group.name === 'role:nobody'
            ? []
            : [{ kind: 'group', id: group.id, name: groupName(group) } as const],
        ),
      ...users.map((id) => ({ kind: 'user', id, name: userName(state, id) }) as const),
    ];
  }
}
