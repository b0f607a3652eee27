import { checkMessagesMatchNarrow as contract } from '@parley/contract/endpoints/message-search.ts';
import { readSnapshot } from '../../db/snapshot.ts';
import { route } from '../../http/route.ts';
import { matchNarrow } from '../fetch/match-narrow.ts';

export const checkMessagesMatchNarrowRoute = route(contract, async (call, { msg_ids, narrow }) => ({
  messages: await readSnapshot(call.world.pool, (reader) => matchNarrow(reader, call, msg_ids, narrow)),
}));
