import { useState, type ReactElement } from 'react';
import type { UserGroup } from '../../data/derived/groups.ts';
import { useChat } from '../../screen/chat-context.ts';
import { changeMembers } from '../../screen/group-membership.ts';
import { t } from '../../words/index.ts';
import { PeoplePicker } from '../picking/people-picker.tsx';
import type { Picked } from '../picking/picked.ts';
import { resolvePicked } from '../picking/resolve-picked.ts';

/** People to be added to a group; those who are in it already are left out. */
export function AddMembers(props: { readonly group: UserGroup; readonly onClose: () => void }): ReactElement {
  const chat = useChat();
  const { group, onClose } = props;
  const [picked, setPicked] = useState<readonly Picked[]>([]);
  const add = async (): Promise<void> => {
    const ids = (await resolvePicked(chat, picked)).filter((id) => !group.members.includes(id));
    if (ids.length > 0) await changeMembers(chat, group.id, ids, 'add');
    onClose();
  };
  return (
    <>
      <PeoplePicker label={t('Add people')} isLabelHidden picked={picked} onChange={setPicked} />
      <button type="button" className="btn primary" disabled={picked.length === 0} onClick={() => void add()}>
        {t('Add')}
      </button>
    </>
  );
}
