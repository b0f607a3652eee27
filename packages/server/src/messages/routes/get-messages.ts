import { getMessages as contract } from '@parley/contract/endpoints/message-search.ts';
import { readSnapshot } from '../../db/snapshot.ts';
import { route } from '../../http/route.ts';
import { fetchMessages } from '../fetch/fetch.ts';

export const getMessagesRoute = route(contract, async (call, parameters) => {
  const { messages, range, isById } = await readSnapshot(call.world.pool, (reader) =>
    fetchMessages(reader, call, parameters),
  );
  return {
    messages,
    ...(isById ? {} : { anchor: range.anchor }),
    found_anchor: range.foundAnchor,
    found_oldest: range.foundOldest,
    found_newest: range.foundNewest,
    history_limited: false,
  };
});
