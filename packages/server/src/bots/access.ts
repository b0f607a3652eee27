import type { Tx } from '../db/tx.ts';
import { q, type Reader } from '../db/sql.ts';
import { holdPeople } from '../people/hold-people.ts';
import { lockOwnership } from '../people/last-owner.ts';
import { isAdministrator, isBot, isOwner, isSystem, type Actor, type PersonRow } from '../people/person.ts';
import { badRequest, Problem } from '../problem.ts';

/** A bot that the actor may look after: one's own, or any for administrators. */
export const accessBot = async (reader: Reader, actor: Actor, id: number): Promise<PersonRow> => {
  const bot = await reader.first(
    q.selectFrom('person').selectAll().where('realm_id', '=', actor.realm.id).where('id', '=', id),
  );
  if (bot === undefined) throw noSuchBot();
  checkCare(actor.person, bot);
  return bot;
};

/** The same, as the actor and the bot are now and stay until the transaction ends. */
export const holdBot = async (
  tx: Tx,
  actor: Actor,
  id: number,
): Promise<{ actor: Actor; bot: PersonRow }> => {
  await accessBot(tx, actor, id);
  await lockOwnership(tx);
  const { me, person: bot } = await holdPeople(tx, actor, id);
  checkCare(me, bot);
  return { actor: { realm: actor.realm, person: me }, bot };
};

const checkCare = (me: PersonRow, bot: PersonRow): void => {
  if (!isBot(bot) || isSystem(bot) || (bot.bot_owner_id !== me.id && !isAdministrator(me))) throw noSuchBot();
  if (bot.can_create_users && !isOwner(me))
    throw new Problem('UNAUTHORIZED_PRINCIPAL', 'Only an organization owner may do this.');
};

export const noSuchBot = (): Problem => badRequest('There is no such bot.');
