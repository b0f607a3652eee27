import { markStreamAsRead as contract } from '@parley/contract/endpoints/message-flags.ts';
import { accessChannel } from '../../channels/access.ts';
import { route } from '../../http/route.ts';
import { markPlaceRead } from '../reading/mark-place-read.ts';

export const markStreamAsReadRoute = route(contract, async (call, { stream_id }) => {
  const channel = await accessChannel(call.world.pool, call, stream_id, 'content', { archived: 'refused' });
  await markPlaceRead(call, { channel, topic: null });
  return {};
});
