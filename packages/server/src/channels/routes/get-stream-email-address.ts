import { getStreamEmailAddress as contract } from '@parley/contract/endpoints/streams.ts';
import { accessBot } from '../../bots/access.ts';
import { route } from '../../http/route.ts';
import { canPost, standingIn } from '../../messages/posting-rights.ts';
import { badRequest } from '../../problem.ts';
import { accessRelated } from '../access.ts';

/** No mail comes in to this server, so no channel has an address; who may ask is asked all the same. */
export const getStreamEmailAddressRoute = route(contract, async (call, { stream_id, sender_id }) => {
  const { pool } = call.world;
  const { person } = call;
  const { channel, relation } = await accessRelated(pool, call, stream_id, 'content', {
    archived: 'refused',
  });
  const sender =
    sender_id === undefined || sender_id === person.id ? person : await accessBot(pool, call, sender_id);
  if (!sender.is_active) throw badRequest('A bot that is deactivated sends nothing.');
  const standing = await standingIn(pool, person, channel, relation.isSubscribed);
  if (!canPost(person, channel, standing)) throw badRequest('You may not write in this channel.');
  return { email: '' };
});
