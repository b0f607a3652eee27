import type { Tx } from '../../engine/db/tx.ts';
import { q, type Reader } from '../../engine/db/sql.ts';
import { lockWithActor } from '../users/lock-with-actor.ts';
import { lockAccounts } from '../users/last-owner.ts';
import { isAdministrator, isOwner } from '@parley/contract/rights/roles.ts';
import { isBot, isSystem, type Actor, type UserRow } from '../../http/actor.ts';
import { badRequest, ApiError } from '../../engine/api-error.ts';

/** Returns a bot that the actor may manage: an own bot, or any bot for administrators. */
export async function accessBot(reader: Reader, actor: Actor, id: number): Promise<UserRow> {
  const bot = await reader.first(
    q.selectFrom('realm_user').selectAll().where('realm_id', '=', actor.realm.id).where('id', '=', id),
  );
  if (bot === undefined) throw noSuchBot();
  checkMayManage(actor.user, bot);
  return bot;
}

/** Locks the actor and a bot that the actor may manage, and returns their current rows. */
export async function lockBot(tx: Tx, actor: Actor, id: number): Promise<{ actor: Actor; bot: UserRow }> {
  await accessBot(tx, actor, id);
  await lockAccounts(tx);
  const { me, user: bot } = await lockWithActor(tx, actor, id);
  checkMayManage(me, bot);
  return { actor: { realm: actor.realm, user: me }, bot };
}

function checkMayManage(me: UserRow, bot: UserRow): void {
  if (!isBot(bot) || isSystem(bot) || (bot.bot_owner_id !== me.id && !isAdministrator(me))) throw noSuchBot();
  if (bot.can_create_users && !isOwner(me))
    throw new ApiError('UNAUTHORIZED_PRINCIPAL', 'Only an organization owner may do this.');
}

function noSuchBot(): ApiError {
  return badRequest('There is no such bot.');
}
