import type { ImportSource } from '@parley/contract/objects/realm-import.ts';
import { spaceLeft } from '../../../chat/uploads/quotas.ts';
import { badRequest } from '../../../engine/api-error.ts';
import { lockRealm } from '../../../engine/db/realm.ts';
import { q, sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import type { Actor } from '../../../http/actor.ts';
import type { World } from '../../../http/world.ts';
import { deleteParts } from './parts.ts';
import { findImport, lockImport, TAKES_BACK_DAYS } from './rows.ts';

const MAX_ARCHIVE_GIB = 100;

type Announced = {
  readonly source: ImportSource;
  readonly file_name: string;
  readonly size: number;
};

/** Announces an archive whose parts follow; returns the id of its import. */
export async function announceImport(
  tx: Tx,
  { config }: Pick<World, 'config'>,
  actor: Actor,
  announced: Announced,
): Promise<number> {
  if (config.uploads.maxMiB === 0) throw badRequest('File uploads are disabled on this server.');
  if (announced.size > MAX_ARCHIVE_GIB * 2 ** 30)
    throw badRequest(
      `Archives of more than ${MAX_ARCHIVE_GIB} GiB are imported by the operator: parley import`,
    );
  await lockRealm(tx);
  const other = await tx.first(sql<{ id: number }>`
    select id from chat_import where realm_id = ${tx.realmId}
      and state in ('receiving', 'checking', 'checked', 'waiting', 'returning') limit 1`);
  if (other !== undefined)
    throw badRequest(`Import ${other.id} is not complete yet. Finish it or delete it first.`);
  const { bytes, exceeded } = await spaceLeft(tx, config, actor);
  if (announced.size > bytes) throw exceeded();
  const row = await tx.first(
    q
      .insertInto('chat_import')
      .values({
        ...announced,
        realm_id: tx.realmId,
        origin: '',
        state: 'receiving',
        user_id: actor.user.id,
        finished_at: null,
        found: null,
        problem: null,
        taken_back_at: null,
      })
      .returning('id'),
  );
  if (row === undefined) throw new Error('The import was not stored.');
  const { source, size } = announced;
  tx.record({ action: 'import.requested', object: { type: 'import', id: row.id }, after: { source, size } });
  return row.id;
}

/** Lets a job import a checked archive, or go on with a failed import. */
export async function startImport(tx: Tx, id: number): Promise<void> {
  const row = await lockImport(tx, tx.realmId, id);
  const isReady = row.state === 'checked' || (row.state === 'failed' && row.total > 0);
  if (!isReady || row.parts.length === 0)
    throw badRequest(`Import ${id} cannot be started: it has no archive that was checked.`);
  tx.record({ action: 'import.started', object: { type: 'import', id }, after: { source: row.source } });
  await tx.all(sql`
    update chat_import set state = 'waiting', tries = 0, problem = null, finished_at = null, touched_at = now()
    where realm_id = ${tx.realmId} and id = ${id}`);
}

/** Deletes the archive of an import that was not started, or lets a job take back what an import brought. */
export async function endImport(world: World, realmId: number, id: number): Promise<void> {
  const { parts } = await findImport(world.pool, realmId, id);
  const isDeleted = await world.write(realmId, (tx) => end(tx, id));
  if (isDeleted) await deleteParts(world, parts);
}

/** Whether the import is gone, because it has brought nothing. */
async function end(tx: Tx, id: number): Promise<boolean> {
  const row = await lockImport(tx, tx.realmId, id);
  const { state } = row;
  if (state === 'returned' || state === 'returning') throw badRequest(`Import ${id} was taken back before.`);
  if (state === 'waiting' || state === 'running')
    throw badRequest(`Import ${id} is running. Take it back when it is complete.`);
  if (state === 'receiving' || state === 'checking' || state === 'checked') {
    tx.record({ action: 'import.deleted', object: { type: 'import', id }, before: { source: row.source } });
    await tx.all(sql`delete from chat_import where realm_id = ${tx.realmId} and id = ${id}`);
    return true;
  }
  await requireReturnable(tx, id);
  tx.record({ action: 'import.taken-back', object: { type: 'import', id }, before: { source: row.source } });
  await tx.all(sql`
    update chat_import set state = 'returning', tries = 0, touched_at = now()
    where realm_id = ${tx.realmId} and id = ${id}`);
  return false;
}

/** Throws if the import is too old to be taken back. By PostgreSQL's clock, as `finished_at` is. */
export async function requireReturnable(tx: Tx, id: number): Promise<void> {
  const row = await tx.first(sql`
    select from chat_import where realm_id = ${tx.realmId} and id = ${id}
      and finished_at < now() - make_interval(days => ${TAKES_BACK_DAYS})`);
  if (row !== undefined) throw badRequest(`An import can be taken back for ${TAKES_BACK_DAYS} days.`);
}
