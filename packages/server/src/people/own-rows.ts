import { sql } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import type { Actor } from './person.ts';

/** Where people keep what is theirs alone. */
type OwnTable = 'device' | 'reminder' | 'saved_snippet' | 'scheduled_message';

/** How many of these somebody has; only while the person is held does it stay true. */
export const countOwn = async (tx: Tx, { person }: Actor, table: OwnTable): Promise<number> => {
  const row = await tx.first(
    sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)}
      where realm_id = ${tx.realmId} and person_id = ${person.id}`,
  );
  return row?.count ?? 0;
};

/** Answers whether somebody had it. */
export const deleteOwn = async (tx: Tx, { person }: Actor, table: OwnTable, id: number): Promise<boolean> => {
  const row = await tx.first(
    sql`
      delete from ${sql.table(table)}
      where realm_id = ${tx.realmId} and id = ${id} and person_id = ${person.id} returning id`,
  );
  return row !== undefined;
};
