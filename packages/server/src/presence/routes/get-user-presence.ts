import { getUserPresence as contract } from '@parley/contract/endpoints/presence.ts';
import { route, type Call } from '../../http/route.ts';
import { accessPerson, noSuchPerson } from '../../people/access.ts';
import { domainOf } from '../../people/address.ts';
import { accessByAddress } from '../../people/find-person.ts';
import { isBot, type PersonRow } from '../../people/person.ts';
import { shownAddress } from '../../people/present.ts';
import { badRequest } from '../../problem.ts';
import { presentTimes } from '../present.ts';
import { findPresence } from '../queries.ts';

const ID = /^-?\d{1,15}$/;

export const getUserPresenceRoute = route(contract, async (call, { user_id_or_email: named }) => {
  const person = await (ID.test(named)
    ? accessPerson(call.world.pool, call, Number(named))
    : accessByShownAddress(call, named));
  if (!person.is_active || isBot(person)) throw noSuchPerson();
  const row = await findPresence(call.world.pool, call.realm.id, person.id);
  if (row === undefined) throw badRequest('Nothing is known about the presence of this person.');
  return { presence: presentTimes(row) };
});

/** A real address that stands behind a made-up one names nobody, even to those who may see it. */
const accessByShownAddress = async (call: Call, address: string): Promise<PersonRow> => {
  const { world, realm } = call;
  const person = await accessByAddress(world.pool, world.config, call, address);
  const shown = shownAddress(person, domainOf(world.config.hosts, realm.subdomain));
  if (shown.toLowerCase() !== address.trim().toLowerCase()) throw noSuchPerson();
  return person;
};
