import type { Chat } from '../src/data/chat.ts';

/** Fields of a registration that differ although nothing has changed. */
const PASSING = new Set([
  'queue_id',
  'last_event_id',
  'server_timestamp',
  'presences',
  'presence_last_update_id',
  'users_version',
]);

/** The data that a running client has in common with a freshly started one. */
export function lastingData({ state, unread }: Chat): unknown {
  const { total, mentions, byKey } = unread.get();
  return {
    state: Object.fromEntries(Object.entries(state.get()).filter(([name]) => !PASSING.has(name))),
    unread: {
      total,
      mentions,
      byKey: Object.fromEntries(Array.from(byKey, ([key, { ids }]) => [key, ids] as const)),
    },
  };
}
