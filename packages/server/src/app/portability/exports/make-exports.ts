import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { RawBuilder } from 'kysely';
import type { Client } from 'pg';
import { lockRealm } from '../../../engine/db/realm.ts';
import { readerOn, sql, type Reader } from '../../../engine/db/sql.ts';
import { withClient } from '../../../engine/db/with-client.ts';
import { errorText } from '../../../engine/error-text.ts';
import { PRIVATE_DIRECTORY } from '../../../engine/files/private.ts';
import type { World } from '../../../http/world.ts';
import { hasManifest } from '../archive.ts';
import { exportRealm } from '../export-realm.ts';
import { packTar } from '../tar.ts';
import { publishExports } from './exports.ts';
import { createPace, InterruptedError } from './pace.ts';
import type { ExportRow } from './rows.ts';

/** Held while a node makes an export. */
const EXPORTS = 7_365_247;
const MAX_TRIES = 3;
const MAX_WAITING = 20;

type Pending = Pick<ExportRow, 'realm_id' | 'id' | 'type' | 'tries'>;

/** Job: makes pending exports, one at a time on a node. After a stop, the node continues its export, or another node begins it again. */
export async function makeExports(world: World): Promise<void> {
  const waiting = await pendingExports(world.pool);
  if (waiting.length === 0) return;
  await removeLeftovers(world);
  for (const row of waiting) {
    if (world.isDraining()) return;
    await withClient(world.config.database.url, async (client) => {
      const locked = await lockPending(client, row);
      if (locked !== undefined) await makeExport(world, client, locked);
    });
  }
}

/** Whether there is an export to make; see `DueJob`. */
export function isExportPending(): RawBuilder<boolean> {
  return sql`exists (select from realm_export where state = 'pending' and not is_from_elsewhere)`;
}

function pendingExports(reader: Reader): Promise<Pending[]> {
  return reader.all(sql<Pending>`
    select e.realm_id, e.id, e.type, e.tries from realm_export e
    join realm r on r.id = e.realm_id and r.deactivated_at is null and not r.is_copy
    where e.state = 'pending' and not e.is_from_elsewhere order by e.requested_at limit ${MAX_WAITING}`);
}

/** The export as it is now; undefined if another node makes it, or has made it since the list was read. */
async function lockPending(client: Client, row: Pending): Promise<Pending | undefined> {
  const { realm_id, id } = row;
  const { rows } = await client.query<{ locked: boolean }>(
    'select pg_try_advisory_lock($1, hashint8($2)) as locked',
    [EXPORTS, id],
  );
  if (rows[0]?.locked !== true) return undefined;
  // Another node may have tried in between.
  const found = await readerOn(client).first(sql<Pick<Pending, 'tries'>>`
    select tries from realm_export where realm_id = ${realm_id} and id = ${id} and state = 'pending'`);
  return found && { ...row, ...found };
}

async function makeExport(world: World, lock: Client, row: Pending): Promise<void> {
  const { realm_id, id } = row;
  const change = (tries: number): Promise<unknown> =>
    world.pool.all(sql`
      update realm_export set tries = ${tries} where realm_id = ${realm_id} and id = ${id}`);
  await change(row.tries + 1);
  try {
    await makeArchive(world, lock, row);
  } catch (error) {
    // A node that stops has not failed.
    if (error instanceof InterruptedError) return void (await change(row.tries));
    world.warn(error, 'make exports', `export ${id} of organization ${realm_id}: ${errorText(error)}`);
    if (row.tries + 1 >= MAX_TRIES) await endExport(world, row, { state: 'failed' });
  }
}

async function makeArchive(world: World, lock: Client, row: Pending): Promise<void> {
  const directory = path.join(workDirectory(world), String(row.id));
  await mkdir(directory, PRIVATE_DIRECTORY);
  const options = { content: row.type, pace: createPace(world) };
  if (!(await hasManifest(directory))) await exportRealm(world, row.realm_id, directory, () => {}, options);
  const packed = `${directory}.tar`;
  await packTar(directory, packed);
  const { size } = await stat(packed);
  // Without its connection, the lock is gone, and another node may work in the same directory.
  await lock.query('select 1');
  const key = `exports/${row.realm_id}/${randomUUID()}.tar`;
  await world.files.put(key, { path: packed, size });
  if (!(await endExport(world, row, { state: 'complete', key, size }))) await world.files.delete(key);
  await rm(directory, { recursive: true, force: true });
  await rm(packed, { force: true });
}

type End =
  | { readonly state: 'complete'; readonly key: string; readonly size: number }
  | { readonly state: 'failed' };

async function endExport(world: World, { realm_id, id }: Pending, end: End): Promise<boolean> {
  const [key, size] = end.state === 'complete' ? [end.key, end.size] : [null, null];
  return world.write(realm_id, async (tx) => {
    const realm = await lockRealm(tx);
    const row = await tx.first(sql`
      update realm_export set state = ${end.state}, ended_at = now(), key = ${key}, size = ${size}
      where realm_id = ${realm_id} and id = ${id} and state = 'pending' returning id`);
    if (row === undefined) return false;
    tx.record({
      action: 'export.completed',
      object: { type: 'export', id },
      after: { state: end.state, size },
    });
    await publishExports(world, tx, realm);
    return true;
  });
}

/** The directory in which archives grow until they are complete. */
function workDirectory({ config }: World): string {
  return path.join(config.files.directory, 'exports');
}

/** Removes what exports left that failed, or that another node made. */
async function removeLeftovers(world: World): Promise<void> {
  const names = await readdir(workDirectory(world)).catch(() => []);
  if (names.length === 0) return;
  const rows = await world.pool.all(sql<{ id: number }>`select id from realm_export where state = 'pending'`);
  const pending = new Set(rows.map(({ id }) => String(id)));
  for (const name of names)
    if (!pending.has(name.split('.')[0] ?? ''))
      await rm(path.join(workDirectory(world), name), { recursive: true, force: true });
}
