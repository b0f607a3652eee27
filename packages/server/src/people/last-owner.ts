import { q, sql } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { isBot, isOwner, SYSTEM_ROLE, type PersonRow } from './person.ts';

/**
 * Who owns an organization, who belongs to it and who sees whose address changes one request at a time: two
 * owners cannot remove each other, and whoever gets another role is told every address as it is then. Called
 * before anybody's row is locked.
 */
export const lockOwnership = async (tx: Tx): Promise<void> => {
  await tx.all(sql`select from realm where id = ${tx.realmId} for no key update`);
};

/** Whether an organization would be left without an owner. */
export const isLastOwner = async (tx: Tx, person: PersonRow): Promise<boolean> => {
  if (!isOwner(person) || !person.is_active || isBot(person)) return false;
  const another = await tx.first(
    q
      .selectFrom('person')
      .select('id')
      .where('realm_id', '=', tx.realmId)
      .where('role', '=', 100)
      .where('is_active', '=', true)
      .where('bot_type', 'is', null)
      .where('id', '!=', person.id)
      .limit(1),
  );
  return another === undefined;
};

/** Whether nobody else could use the organization. Bots count, except the server's own. */
export const isLastAccount = async (tx: Tx, person: PersonRow): Promise<boolean> => {
  const another = await tx.first(
    q
      .selectFrom('person')
      .select('id')
      .where('realm_id', '=', tx.realmId)
      .where('is_active', '=', true)
      .where('id', '!=', person.id)
      .where('role', '!=', SYSTEM_ROLE)
      .limit(1),
  );
  return another === undefined;
};
