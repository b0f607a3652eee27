import { markTopicAsRead as contract } from '@parley/contract/endpoints/message-flags.ts';
import { accessChannel } from '../../channels/access.ts';
import { route } from '../../http/route.ts';
import { badRequest } from '../../problem.ts';
import { EMPTY_TOPIC_NAME } from '../../topics/name.ts';
import { hasCopyIn } from '../reading/has-copy-in.ts';
import { markPlaceRead } from '../reading/mark-place-read.ts';

/** A name that is empty means the whole channel; the empty topic has a name here. */
export const markTopicAsReadRoute = route(contract, async (call, { stream_id, topic_name }) => {
  const { world, person } = call;
  const channel = await accessChannel(world.pool, call, stream_id, 'content', { archived: 'refused' });
  if (topic_name === '') {
    await markPlaceRead(call, { channel, topic: null });
    return {};
  }
  const topic = topic_name === EMPTY_TOPIC_NAME ? '' : topic_name;
  if (!(await hasCopyIn(world.pool, person.id, channel, topic))) throw badRequest('There is no such topic.');
  await markPlaceRead(call, { channel, topic });
  return {};
});
