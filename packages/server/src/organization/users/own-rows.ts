import { sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { Actor } from '../../http/actor.ts';

/** Where users keep what is theirs alone. */
type OwnTable = 'device' | 'reminder' | 'saved_snippet' | 'scheduled_message';

/** How many of these somebody has; only while the user is held does it stay true. */
export async function countOwn(tx: Tx, { user }: Actor, table: OwnTable): Promise<number> {
  const row = await tx.first(
    sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)}
      where realm_id = ${tx.realmId} and user_id = ${user.id}`,
  );
  return row?.count ?? 0;
}

/** Answers whether somebody had it. */
export async function deleteOwn(tx: Tx, { user }: Actor, table: OwnTable, id: number): Promise<boolean> {
  const row = await tx.first(
    sql`
      delete from ${sql.table(table)}
      where realm_id = ${tx.realmId} and id = ${id} and user_id = ${user.id} returning id`,
  );
  return row !== undefined;
}
