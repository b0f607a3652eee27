import { q, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { isOwner, roles } from '@parley/contract/rights/roles.ts';
import { isBot, SYSTEM_ROLE, type UserRow } from '../../http/actor.ts';

/**
 * Serializes changes of owners, accounts and address visibility in an organization, so that two owners cannot remove
 * each other and a role change publishes current addresses. To avoid deadlocks, call it before locking user rows.
 */
export async function lockAccounts(tx: Tx): Promise<void> {
  await tx.all(sql`select from realm where id = ${tx.realmId} for no key update`);
}

/** Whether the user is the only active owner of the organization. */
export async function isLastOwner(tx: Tx, user: UserRow): Promise<boolean> {
  if (!isOwner(user) || !user.is_active || isBot(user)) return false;
  const another = await tx.first(
    q
      .selectFrom('realm_user')
      .select('id')
      .where('realm_id', '=', tx.realmId)
      .where('role', '=', roles.owner)
      .where('is_active', '=', true)
      .where('bot_type', 'is', null)
      .where('id', '!=', user.id)
      .limit(1),
  );
  return another === undefined;
}

/** Whether no other account is active. Bots count, except the server's own. */
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
