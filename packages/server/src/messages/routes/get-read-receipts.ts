import { getReadReceipts as contract } from '@parley/contract/endpoints/message-flags.ts';
import { route } from '../../http/route.ts';
import { readReceipts } from '../reading/receipts.ts';

export const getReadReceiptsRoute = route(contract, async (call, { message_id }) => ({
  user_ids: await readReceipts(call.world.pool, call, message_id),
}));
