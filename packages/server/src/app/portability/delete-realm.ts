import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { RawBuilder } from 'kysely';
import { DatabaseError, type Client } from 'pg';
import { readerOn, sql, toJson } from '../../engine/db/sql.ts';
import { withClient } from '../../engine/db/with-client.ts';
import { keptDirectory } from '../../engine/files/disk-store.ts';
import type { World } from '../../http/world.ts';
import { deletePersonalExports } from './personal-exports/delete-exports.ts';
import { exportKeys, importKeys, pieceKeys, realmFiles } from './realm-files.ts';
import { realmTables } from './realm-tables.ts';

/** Rows deleted by one statement, so that other organizations never wait for long. */
const BATCH_ROWS = 5_000;
const FOREIGN_KEY_VIOLATION = '23503';
/** Held while an organization is deleted, so that one node or command works on it. */
const DELETIONS = 7_365_244;

/** A deletion: the numbers of removed rows and files, and the backups that it cannot reach. Kept in `server_note` as the proof of the deletion. */
export type RealmDeletion = {
  readonly id: number;
  readonly subdomain: string;
  readonly name: string;
  readonly rows: number;
  readonly files: number;
  readonly deletedAt: string;
  /** Backups until this time have the organization; null if no backup was made by `parley backup`. */
  readonly lastBackupAt: string | null;
};

/** Deletes organizations whose date has come, and completes deletions that were interrupted. */
export async function deleteDueRealms(world: World): Promise<void> {
  const begun = await world.pool.all(sql<{ id: number }>`
    with due as (
      select id from realm where deactivated_at is not null and not is_copy and scheduled_deletion_at <= now()
        and ${isReleased(sql`realm.id`)}
    ), begun as (
      update realm r set subdomain = ${DELETED_PREFIX} || r.id || ':' || r.subdomain from due
      where r.id = due.id and not starts_with(r.subdomain, ${DELETED_PREFIX})
        and r.deactivated_at is not null and r.scheduled_deletion_at <= now()
      returning r.id
    )
    select id from begun union select id from realm where starts_with(subdomain, ${DELETED_PREFIX})`);
  for (const { id } of begun) await completeDeletion(world, id);
}

/** Deletes a deactivated organization now. Returns undefined if it is active, has holds, or is being deleted by another process. */
export async function deleteRealm(world: World, id: number): Promise<RealmDeletion | undefined> {
  const [begun] = await world.pool.all(sql`
    update realm set subdomain = ${DELETED_PREFIX} || id || ':' || subdomain
    where id = ${id} and deactivated_at is not null and not starts_with(subdomain, ${DELETED_PREFIX})
      and ${isReleased(sql`realm.id`)}
    returning id`);
  return begun === undefined ? undefined : completeDeletion(world, id);
}

/** SQL condition: no user or channel of an organization is on hold. */
function isReleased(realmId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`not exists (select from hold h where h.realm_id = ${realmId})`;
}

/**
 * Begins the subdomain of an organization that is being deleted. No address leads to it, nobody can bring the rest of
 * it back, and another organization can take its old subdomain.
 */
const DELETED_PREFIX = '.deleted:';

/** Safe to repeat: files go first, because rows know their names, and the row of the organization goes last. */
async function completeDeletion(world: World, id: number): Promise<RealmDeletion | undefined> {
  return withClient(world.config.database.url, async (client) => {
    const { rows: locks } = await client.query<{ locked: boolean }>(
      'select pg_try_advisory_lock($1, hashint8($2)) as locked',
      [DELETIONS, id],
    );
    const reader = readerOn(client);
    const realm = await reader.first(
      sql<{ subdomain: string; name: string }>`select subdomain, name from realm where id = ${id}`,
    );
    if (locks[0]?.locked !== true || realm === undefined) return undefined;
    const files = await deleteFiles(world, id);
    const rows = await deleteRows(client, await realmTables(reader), id);
    const subdomain = realm.subdomain.slice(`${DELETED_PREFIX}${id}:`.length);
    const [note] = await reader.all(sql<{ value: RealmDeletion }>`
      with gone as (delete from realm where id = ${id})
      insert into server_note (name, value)
      select ${`deleted organization ${id}`}, ${toJson({ id, subdomain, name: realm.name, rows: rows + 1, files })}::jsonb
        || jsonb_build_object('deletedAt', now(), 'lastBackupAt', (select at from server_note where name = 'backup'))
      returning value`);
    world.log.info({ realm: id, rows: rows + 1, files }, 'organization deleted');
    return note?.value;
  });
}

/** Deletions of organizations, newest first. */
export async function listDeletions({ pool }: World): Promise<RealmDeletion[]> {
  const rows = await pool.all(sql<{ value: RealmDeletion }>`
    select value from server_note where starts_with(name, 'deleted organization ') order by at desc`);
  return rows.map(({ value }) => value);
}

/** Files of rows, and what a directory has besides, such as earlier pictures. */
async function deleteFiles(world: World, realmId: number): Promise<number> {
  const { pool, files, sealer, config } = world;
  let count = await deletePersonalExports(world, { realmId });
  for await (const { key } of realmFiles(pool, sealer, realmId)) {
    await files.delete(key);
    count += 1;
  }
  for (const keysOf of [pieceKeys, exportKeys, importKeys])
    for (const key of await keysOf(pool, realmId)) await files.delete(key);
  if (config.files.s3 === undefined)
    for (const kind of ['uploads', 'avatars', 'emoji', 'realm', 'pieces', 'exports', 'personal', 'imports'])
      await rm(path.join(keptDirectory(config.files.directory), kind, String(realmId)), {
        recursive: true,
        force: true,
      });
  return count;
}

async function deleteRows(client: Client, all: readonly string[], realmId: number): Promise<number> {
  let tables = all;
  let deleted = 0;
  while (tables.length > 0) {
    const left: string[] = [];
    for (const table of tables) {
      const count = await deleteFrom(client, table, realmId);
      if (count === undefined) left.push(table);
      else deleted += count;
    }
    if (left.length === tables.length) throw new Error(`Rows of ${left.join(', ')} refer to each other.`);
    tables = left;
  }
  return deleted;
}

/** Undefined if rows of another table still refer to these. */
async function deleteFrom(client: Client, table: string, realmId: number): Promise<number | undefined> {
  let deleted = 0;
  for (;;)
    try {
      const { rowCount } = await client.query(
        `with doomed as (select tableoid, ctid from ${table} where realm_id = $1 limit ${BATCH_ROWS})
         delete from ${table} t using doomed d
         where t.realm_id = $1 and t.tableoid = d.tableoid and t.ctid = d.ctid`,
        [realmId],
      );
      deleted += rowCount ?? 0;
      if ((rowCount ?? 0) < BATCH_ROWS) return deleted;
    } catch (error) {
      if (error instanceof DatabaseError && error.code === FOREIGN_KEY_VIOLATION) return undefined;
      throw error;
    }
}
