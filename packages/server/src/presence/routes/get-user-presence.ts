import { getUserPresence as contract } from '@parley/contract/endpoints/presence.ts';
import { route } from '../../http/route.ts';
import { accessPerson, noSuchPerson } from '../../people/access.ts';
import { accessByAddress } from '../../people/find-person.ts';
import { isBot } from '../../people/person.ts';
import { badRequest } from '../../problem.ts';
import { presentUserPresence } from '../present.ts';
import { findPresence } from '../queries.ts';

const ID = /^-?\d{1,15}$/;

export const getUserPresenceRoute = route(contract, async (call, { user_id_or_email: named }) => {
  const person = await (ID.test(named)
    ? accessPerson(call.world.pool, call, Number(named))
    : accessByAddress(call.world.pool, call.world.config, call, named));
  if (!person.is_active || isBot(person)) throw noSuchPerson();
  const row = await findPresence(call.world.pool, call.realm.id, person.id);
  if (row === undefined) throw badRequest('Nothing is known about the presence of this person.');
  const now = call.world.clock.now();
  return { presence: presentUserPresence(row, now), server_timestamp: now / 1000 };
});
