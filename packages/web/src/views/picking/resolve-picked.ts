import { readSubscribers } from '../../data/actions/own-actions.ts';
import type { Chat } from '../../data/chat.ts';
import { pickedUserIds, type Picked } from './picked.ts';

/** Ids of the picked people, also of those in picked channels. */
export async function resolvePicked(chat: Chat, picked: readonly Picked[]): Promise<readonly number[]> {
  const members = new Map<number, readonly number[]>();
  for (const one of picked)
    if (one.kind === 'channel') members.set(one.id, await readSubscribers(chat, one.id));
  return pickedUserIds(chat.state.get(), picked, members);
}
