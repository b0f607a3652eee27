import { limits } from '@parley/contract/limits.ts';
import { badRequest } from '../../engine/api-error.ts';
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

/** Long texts of each table whose rows a registration tells. */
const TEXTS = {
  draft: ['content'],
  reminder: ['content', 'rendered'],
  saved_snippet: ['content'],
  scheduled_message: ['content', 'rendered'],
} as const satisfies Partial<Record<OwnTable, readonly string[]>>;

const MIB = 1024 * 1024;

/** Refuses a change of the same transaction if the actor's rows have too much text after it. */
export async function checkOwnText(
  tx: Tx,
  { user }: Pick<Actor, 'user'>,
  table: keyof typeof TEXTS,
  things: string,
): Promise<void> {
  const bytes = sql.join(
    TEXTS[table].map((column) => sql`octet_length(${sql.ref(column)})`),
    sql` + `,
  );
  const row = await tx.first(
    sql<{ bytes: number | null }>`
      select sum(${bytes})::bigint as bytes from ${sql.table(table)}
      where realm_id = ${tx.realmId} and user_id = ${user.id}`,
  );
  if ((row?.bytes ?? 0) > limits.ownTextBytes)
    throw badRequest(
      `Your ${things} can have at most ${limits.ownTextBytes / MIB} MiB of text together. Delete some first.`,
    );
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
