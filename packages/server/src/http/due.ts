import { q, sql } from '../engine/db/sql.ts';
import type { Actor } from './actor.ts';
import type { World } from './world.ts';

/** A row whose time has come, and by how much. */
export type Due<R> = R & { readonly late_seconds: number };

type Owned = { readonly realm_id: number; readonly id: number; readonly user_id: number };

/** Taken together and done side by side. */
const AT_ONCE = 10;

/**
 * Does what is due by the clock of PostgreSQL. `deliver` removes the row in the transaction that does its work.
 * What it throws leaves the row to whoever comes when the time of this one is over.
 */
export async function deliverDue<R extends Owned>(
  world: World,
  table: 'scheduled_message' | 'reminder',
  deliver: (world: World, row: Due<R>) => Promise<void>,
): Promise<void> {
  for (let taken = AT_ONCE; taken === AT_ONCE && !world.isClosing();) {
    const rows = await take<R>(world, table);
    await Promise.all(
      rows.map(async (row) => {
        try {
          await deliver(world, row);
        } catch (error) {
          world.log.warn({ err: error, table, id: row.id }, 'what is due could not be done now');
        }
      }),
    );
    taken = rows.length;
  }
}

/** Whoever takes a row has ten seconds to himself: that saves work; what happens once is decided elsewhere. */
function take<R>({ pool }: World, table: string): Promise<Due<R>[]> {
  return pool.all(sql<Due<R>>`
    update ${sql.table(table)} t set taken_until = now() + interval '10 seconds'
    from (
      select realm_id, id from ${sql.table(table)}
      where due_at <= now() and not has_failed and (taken_until is null or taken_until < now())
      order by due_at, id limit ${AT_ONCE} for update skip locked
    ) d
    where t.realm_id = d.realm_id and t.id = d.id
    returning t.*, extract(epoch from now() - t.due_at)::float8 as late_seconds`);
}

/** Whose it is. */
export async function ownerOf({ pool }: World, row: Owned): Promise<Actor | undefined> {
  const user = await pool.first(
    q.selectFrom('realm_user').selectAll().where('realm_id', '=', row.realm_id).where('id', '=', row.user_id),
  );
  const realm = await pool.first(q.selectFrom('realm').selectAll().where('id', '=', row.realm_id));
  return user === undefined || realm === undefined ? undefined : { user, realm };
}
