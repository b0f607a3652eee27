import { sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { Actor } from '../../http/actor.ts';

/** Tables whose rows belong to one user. */
type OwnTable =
  | 'device'
  | 'draft'
  | 'navigation_view'
  | 'partial_upload'
  | 'reminder'
  | 'saved_snippet'
  | 'scheduled_message'
  | 'topic_policy';

/** Counts the actor's rows; the caller locks the actor, so that the count stays correct. */
export async function countOwn(tx: Tx, { user }: Actor, table: OwnTable): Promise<number> {
  const row = await tx.first(
    sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)}
      where realm_id = ${tx.realmId} and user_id = ${user.id}`,
  );
  return row?.count ?? 0;
}

/** Returns whether the row existed. */
export async function deleteOwn(tx: Tx, { user }: Actor, table: OwnTable, id: number): Promise<boolean> {
  const row = await tx.first(
    sql`
      delete from ${sql.table(table)}
      where realm_id = ${tx.realmId} and id = ${id} and user_id = ${user.id} returning id`,
  );
  return row !== undefined;
}
