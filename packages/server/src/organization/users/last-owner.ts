import { q, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { isBot, isOwner, SYSTEM_ROLE, type UserRow } from '../../http/actor.ts';

/**
 * Who owns an organization, who belongs to it and who sees whose address changes one request at a time: two
 * owners cannot remove each other, and whoever gets another role is told every address as it is then. Called
 * before anybody's row is locked.
 */
export async function lockOwnership(tx: Tx): Promise<void> {
  await tx.all(sql`select from realm where id = ${tx.realmId} for no key update`);
}

/** Whether an organization would be left without an owner. */
export async function isLastOwner(tx: Tx, user: UserRow): Promise<boolean> {
  if (!isOwner(user) || !user.is_active || isBot(user)) return false;
  const another = await tx.first(
    q
      .selectFrom('realm_user')
      .select('id')
      .where('realm_id', '=', tx.realmId)
      .where('role', '=', 100)
      .where('is_active', '=', true)
      .where('bot_type', 'is', null)
      .where('id', '!=', user.id)
      .limit(1),
  );
  return another === undefined;
}

/** Whether nobody else could use the organization. Bots count, except the server's own. */
export async function isLastAccount(tx: Tx, user: UserRow): Promise<boolean> {
  const another = await tx.first(
    q
      .selectFrom('realm_user')
      .select('id')
      .where('realm_id', '=', tx.realmId)
      .where('is_active', '=', true)
      .where('id', '!=', user.id)
      .where('role', '!=', SYSTEM_ROLE)
      .limit(1),
  );
  return another === undefined;
}
