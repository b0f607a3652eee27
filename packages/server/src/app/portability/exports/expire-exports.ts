import { sql } from '../../../engine/db/sql.ts';
import type { World } from '../../../http/world.ts';
import { deleteExport } from './exports.ts';

const KEPT_DAYS = 30;
const MAX_EXPORTS_PER_RUN = 100;

type ExportKey = { readonly realm_id: number; readonly id: number };

/** Job: deletes exports after their time, and archives whose deletion was interrupted. */
export async function expireExports(world: World): Promise<void> {
  const due = await world.pool.all(sql<ExportKey>`
    select e.realm_id, e.id from realm_export e join realm r on r.id = e.realm_id and not r.is_copy
    where e.state = 'complete' and not e.is_from_elsewhere
      and e.requested_at < now() - make_interval(days => ${KEPT_DAYS}) limit ${MAX_EXPORTS_PER_RUN}`);
  for (const { realm_id, id } of due) await world.write(realm_id, (tx) => deleteExport(world, tx, id));
  const left = await world.pool.all(sql<ExportKey>`
    select e.realm_id, e.id from realm_export e join realm r on r.id = e.realm_id and not r.is_copy
    where e.state = 'deleted' and e.key is not null limit ${MAX_EXPORTS_PER_RUN}`);
  for (const row of left) await removeArchive(world, row);
}

/** Removes the file of a deleted export. Safe to repeat. */
export async function removeArchive({ pool, files }: World, { realm_id, id }: ExportKey): Promise<void> {
  const row = await pool.first(sql<{ key: string }>`
    select key from realm_export where realm_id = ${realm_id} and id = ${id} and state = 'deleted' and key is not null`);
  if (row === undefined) return;
  await files.delete(row.key);
  await pool.all(sql`update realm_export set key = null where realm_id = ${realm_id} and id = ${id}`);
}
