import type { RawBuilder } from 'kysely';
import { q, sql } from '../engine/db/sql.ts';
import type { Actor } from './actor.ts';
import type { World } from './world.ts';

/** A row that is due, and by how many seconds it is late. */
export type Due<R> = R & { readonly late_seconds: number };

type Owned = { readonly realm_id: number; readonly id: number; readonly user_id: number };

/** Tables of rows that are delivered at their time. */
type DueTable = 'scheduled_message' | 'reminder';

const IS_DUE = sql<boolean>`due_at <= now() and not has_failed and (taken_until is null or taken_until < now())`;

/** Whether a table has a row to deliver. */
export function hasDue(table: DueTable): RawBuilder<boolean> {
  return sql`exists (select from ${sql.table(table)} where ${IS_DUE})`;
}

/** Rows that are claimed at once and delivered concurrently. */
const BATCH_ROWS = 10;

/**
 * Delivers the rows that are due by the clock of PostgreSQL. `deliver` must delete the row in its own transaction; if it
 * throws, another node retries the row after the claim has expired.
 */
export async function deliverDue<R extends Owned>(
  world: World,
  table: DueTable,
  deliver: (world: World, row: Due<R>) => Promise<void>,
): Promise<void> {
  for (let claimed = BATCH_ROWS; claimed === BATCH_ROWS && !world.isClosing();) {
    const rows = await claim<R>(world, table);
    await Promise.all(
      rows.map(async (row) => {
        try {
          await deliver(world, row);
        } catch (error) {
          world.warn(error, `deliver ${table}`, 'a due row could not be delivered and will be retried', {
            id: row.id,
          });
        }
      }),
    );
    claimed = rows.length;
  }
}

/** Claims rows for ten seconds, to avoid duplicate work; exactly-once delivery is ensured by `deliver`. */
function claim<R>({ pool }: World, table: DueTable): Promise<Due<R>[]> {
  return pool.all(sql<Due<R>>`
    update ${sql.table(table)} t set taken_until = now() + interval '10 seconds'
    from (
      select realm_id, id from ${sql.table(table)}
      where ${IS_DUE}
      order by due_at, id limit ${BATCH_ROWS} for update skip locked
    ) d
    where t.realm_id = d.realm_id and t.id = d.id
    returning t.*, extract(epoch from now() - t.due_at)::float8 as late_seconds`);
}

/** The user and organization of a row. */
export async function ownerOf({ pool }: World, row: Owned): Promise<Actor | undefined> {
  const user = await pool.first(
    q.selectFrom('realm_user').selectAll().where('realm_id', '=', row.realm_id).where('id', '=', row.user_id),
  );
  const realm = await pool.first(q.selectFrom('realm').selectAll().where('id', '=', row.realm_id));
  return user === undefined || realm === undefined ? undefined : { user, realm };
}
