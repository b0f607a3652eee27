import { addToGroup, removeFromGroup } from '../data/actions/group-actions.ts';
import type { Chat } from '../data/chat.ts';
import { groupById } from '../data/derived/groups.ts';
import { showToast } from '../parts/toast-store.ts';
import { t } from '../words/index.ts';
import { attempt } from './attempt.ts';
import { userName } from './titles.ts';

/** Adds users to a group or removes them, with a way back. */
export async function changeMembers(
  chat: Chat,
  groupId: number,
  userIds: readonly number[],
  change: 'add' | 'remove',
): Promise<void> {
  const [there, back] = change === 'add' ? [addToGroup, removeFromGroup] : [removeFromGroup, addToGroup];
  if (!(await attempt(there(chat, groupId, userIds)))) return;
  const state = chat.state.get();
  const isSelf = userIds.length === 1 && userIds[0] === chat.selfId;
  const group = groupById(state, groupId)?.name ?? '';
  const names = userIds.map((id) => userName(state, id)).join(', ');
  showToast({
    text: isSelf
      ? change === 'add'
        ? t('You joined {group}', { group })
        : t('You left {group}', { group })
      : change === 'add'
        ? t('{names} added to {group}', { names, group })
        : t('{names} removed from {group}', { names, group }),
    action: { label: t('Undo'), run: () => void attempt(back(chat, groupId, userIds)) },
  });
}
