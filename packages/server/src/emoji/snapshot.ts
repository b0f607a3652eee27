import type { ReadState } from '../queues/snapshot.ts';
import { presentAll } from './present.ts';
import { listEmoji } from './queries.ts';

export const realmEmojiState: ReadState<'realm_emoji'> = async ({ reader, realm }) => ({
  realm_emoji: presentAll(await listEmoji(reader, realm.id)),
});
