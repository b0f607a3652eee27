import { getOwnUser as contract } from '@parley/contract/endpoints/users.ts';
import { route } from '../../http/route.ts';
import { newestReceived } from '../../messages/reading/newest-received.ts';
import { avatarUrl } from '../avatar.ts';
import { showPerson } from '../show-person.ts';

/** The value of `max_message_id` for a user who received no message. */
const NO_MESSAGE = -1;

export const getOwnUserRoute = route(contract, async (call) => {
  const { world, person } = call;
  const view = { client_gravatar: false, include_custom_profile_fields: true };
  const user = await showPerson(call, person, view);
  return {
    ...user,
    delivery_email: person.delivery_email,
    avatar_url: avatarUrl(world, person),
    max_message_id: (await newestReceived(world.pool, person)) ?? NO_MESSAGE,
  };
});
