import { getMessages as contract } from '@parley/contract/endpoints/message-search.ts';
import type { ParametersOf, ResultOf } from '@parley/contract/endpoint.ts';
import { readSnapshot } from '../../db/snapshot.ts';
import { route, type ActorCall } from '../../http/route.ts';
import { fetchMessages } from '../fetch/fetch.ts';

/** Also for visitors, whose narrow was checked before. */
export async function answerMessages(
  call: ActorCall,
  parameters: ParametersOf<typeof contract>,
): Promise<ResultOf<typeof contract>> {
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
}

export const getMessagesRoute = route(contract, answerMessages);
