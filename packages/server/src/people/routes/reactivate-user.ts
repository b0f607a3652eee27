import { reactivateUser as contract } from '@parley/contract/endpoints/users.ts';
import { reactivateBot } from '../../bots/reactivate.ts';
import type { Tx } from '../../db/tx.ts';
import { route } from '../../http/route.ts';
import { badRequest } from '../../problem.ts';
import { accessPerson } from '../access.ts';
import { holdPeople } from '../hold-people.ts';
import { lockOwnership } from '../last-owner.ts';
import { isAdministrator, isBot, type Actor } from '../person.ts';
import { reactivate } from '../reactivate.ts';

export const reactivateUserRoute = route(contract, async (call, { user_id }) => {
  await call.world.write(call.realm.id, (tx) => reactivateAny(tx, call, user_id));
  return {};
});

const reactivateAny = async (tx: Tx, actor: Actor, id: number): Promise<void> => {
  await accessPerson(tx, actor, id);
  await lockOwnership(tx);
  const { me, person } = await holdPeople(tx, actor, id);
  if (!isAdministrator(me) && person.bot_owner_id !== me.id)
    throw badRequest('You may not reactivate this account.');
  if (isBot(person)) await reactivateBot(tx, { realm: actor.realm, person: me }, person);
  else await reactivate(tx, actor.realm, person);
};
