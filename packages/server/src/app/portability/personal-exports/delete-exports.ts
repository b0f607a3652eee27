import { sql } from '../../../engine/db/sql.ts';
import type { World } from '../../../http/world.ts';
import { KEPT_DAYS } from './rows.ts';

const MAX_PER_RUN = 100;

type Stored = { readonly realm_id: number; readonly id: number; readonly key: string | null };

/** Job: deletes archives after their time, with the notes of failures. */
export async function expirePersonalExports(world: World): Promise<void> {
  const ended = await world.pool.all(sql<Stored>`
    select e.realm_id, e.id, e.key from personal_export e join realm r on r.id = e.realm_id and not r.is_copy
    where e.ended_at < now() - make_interval(days => ${KEPT_DAYS}) limit ${MAX_PER_RUN}`);
  await deleteExports(world, ended);
}

/** Deletes the archives of a user, or of a whole organization; returns their number. */
export async function deletePersonalExports(
  world: World,
  { realmId, userId }: { readonly realmId: number; readonly userId?: number },
): Promise<number> {
  const rows = await world.pool.all(sql<Stored>`
    select realm_id, id, key from personal_export
    where realm_id = ${realmId} and user_id = coalesce(${userId ?? null}::bigint, user_id)`);
  await deleteExports(world, rows);
  return rows.length;
}

/** Files go first, because rows know their names. */
async function deleteExports({ files, pool }: World, rows: readonly Stored[]): Promise<void> {
  for (const { realm_id, id, key } of rows) {
    if (key !== null) await files.delete(key);
    await pool.all(sql`
      delete from personal_export
      where realm_id = ${realm_id} and id = ${id} and key is not distinct from ${key}`);
  }
}
