import { randomUUID } from 'node:crypto';
import { constants, copyFile, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from 'pg';
import { readerOn, sql, type Reader } from '../../engine/db/sql.ts';
import { withClient } from '../../engine/db/with-client.ts';
import { enterCell } from '../../engine/db/cell.ts';
import type { FileStore } from '../../engine/files/file-store.ts';
import { PRIVATE_DIRECTORY } from '../../engine/files/private.ts';
import { spoolDirectory } from '../../engine/files/store.ts';
import type { World } from '../../http/world.ts';
import { CommandError } from '../cli/explain.ts';
import { filePath, identityOf, readFileLines, rowsPath, type ArchiveManifest } from './archive.ts';
import type { TellProgress } from './export-work.ts';
import { raiseSequences, tablesInOrder } from './import-order.ts';
import { inGroups, readLines } from './lines.ts';
import { createProgress } from './progress.ts';
import { realmFiles } from './realm-files.ts';
import { verifyArchive } from './verify-archive.ts';

/** Rows written by one transaction. */
const GROUP_ROWS = 500;
/** Held while an archive is imported, so that one command works on it. */
const IMPORTS = 7_365_245;

/** The progress of an import, in `server_note` until it is complete. */
type Progress = { readonly realmId: number; readonly archive: string; readonly done: Record<string, number> };

export type ImportResult = {
  readonly realmId: number;
  readonly rows: number;
  readonly files: number;
  readonly missing: number;
};

/**
 * Makes an organization of an archive: all ids stay but that of the organization itself. Nobody reaches it before it is complete.
 * A repetition continues an import that was interrupted.
 */
export async function importRealm(
  world: World,
  directory: string,
  subdomain: string,
  report: TellProgress,
): Promise<ImportResult> {
  const manifest = await verifyArchive(directory, report);
  if (manifest.after !== undefined)
    throw new CommandError(
      `The archive has what changed since position ${manifest.after.position}. First: parley export combine`,
    );
  const { clock, config } = world;
  return withClient(config.database.url, async (client) => {
    const realmId = await beginImport(world, client, subdomain, manifest);
    const tables = await tablesInOrder(readerOn(client), Object.keys(manifest.tables));
    const total = Object.values(manifest.tables).reduce((sum, { rows }) => sum + rows, 0);
    const progress = createProgress(clock, report, 'rows', total);
    for (const table of tables)
      await importTable(client, { manifest, directory, subdomain, realmId, table }, progress.add);
    await checkCounts(client, manifest, realmId);
    const files = await importFiles(world, directory, manifest, realmId, report);
    await completeImport(client, manifest, realmId, subdomain);
    return { realmId, rows: total, files, missing: manifest.missing.length };
  });
}

/** Whether an organization lacks rows or files, because its import was interrupted. */
export async function isBeingImported(reader: Reader, subdomain: string): Promise<boolean> {
  return (await findProgress(reader, subdomain)) !== undefined;
}

async function findProgress(reader: Reader, subdomain: string): Promise<Progress | undefined> {
  const note = await reader.first(sql<{ value: Progress }>`
    select value from server_note
    where name = ${noteName(subdomain)} and exists (
      select from realm where id = (value ->> 'realmId')::bigint and subdomain = ${subdomain})`);
  return note?.value;
}

function noteName(subdomain: string): string {
  return `import into ${subdomain === '' ? 'root' : subdomain}`;
}

/** The deactivated organization that the rows go to: a new one, or that of an earlier attempt with the same archive. */
async function beginImport(
  world: World,
  client: Client,
  subdomain: string,
  manifest: ArchiveManifest,
): Promise<number> {
  await enterCell(world.pool, world.config);
  const { rows: locks } = await client.query<{ locked: boolean }>(
    'select pg_try_advisory_lock($1, hashtext($2)) as locked',
    [IMPORTS, subdomain],
  );
  if (locks[0]?.locked !== true) throw new CommandError('Another command imports into this organization.');
  const reader = readerOn(client);
  const earlier = await findProgress(reader, subdomain);
  if (earlier !== undefined && earlier.archive !== identityOf(manifest))
    throw new CommandError(
      'An import of another archive into this organization was interrupted. Delete the organization first: parley realm delete',
    );
  if (earlier !== undefined) return earlier.realmId;
  const row = await reader.first(sql<{ id: number }>`
    with made as (
      insert into realm (subdomain, name, org_type, user_defaults, permissions, deactivated_at)
      values (${subdomain}, ${manifest.organization.name}, 0, '{}', '{}', now())
      on conflict (subdomain) do nothing returning id
    ), headed as (
      insert into realm_head (realm_id, head) select id, ${manifest.position} from made
    ), noted as (
      insert into server_note (name, value)
      select ${noteName(subdomain)},
        jsonb_build_object('realmId', id, 'archive', ${identityOf(manifest)}::text, 'done', '{}'::jsonb) from made
      on conflict (name) do update set value = excluded.value
    )
    select id from made`);
  if (row === undefined)
    throw new CommandError(
      'There is an organization at this address. An archive becomes a new organization.',
    );
  return row.id;
}

type TableImport = {
  readonly manifest: ArchiveManifest;
  readonly directory: string;
  readonly subdomain: string;
  readonly realmId: number;
  readonly table: string;
};

async function importTable(
  client: Client,
  work: TableImport,
  onRows: (count: number) => void,
): Promise<void> {
  const { directory, subdomain, table } = work;
  const { rows: notes } = await client.query<{ done: number | null }>(
    "select (value -> 'done' -> $2 ->> 0)::int as done from server_note where name = $1",
    [noteName(subdomain), table],
  );
  const done = notes[0]?.done ?? 0;
  const statement = insertInto(work);
  let read = 0;
  for await (const lines of inGroups(readLines(rowsPath(directory, table)), GROUP_ROWS)) {
    read += lines.length;
    onRows(lines.length);
    if (read <= done) continue;
    await client.query('begin');
    await client.query(statement, [work.realmId, `[${lines.join(',')}]`]);
    await client.query(
      `update server_note set value = jsonb_set(value, array['done', $2], jsonb_build_array($3::int)) where name = $1`,
      [noteName(subdomain), table, read],
    );
    await client.query('commit');
  }
}

/** HTML of custom emoji names the organization by its number. */
const PICTURES = (realmId: number): string => `src="/user_avatars/${realmId}/`;
const HTML_COLUMNS = ['rendered', 'prev_rendered', 'rendered_description'];

/** Columns with new values in imported rows. */
const MADE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  attachment: {
    key: "'uploads/' || $1 || '/' || substr(md5(path_id), 1, 2) || '/' || replace(gen_random_uuid()::text, '-', '')",
  },
  bot: {
    service_token:
      "case when payload_url is null then null else replace(gen_random_uuid()::text, '-', '') end",
  },
  realm_export: { is_from_elsewhere: 'true' },
};

function insertInto({ manifest, table, realmId }: TableImport): string {
  const columns = manifest.tables[table]?.columns ?? [];
  const rows = `jsonb_populate_recordset(null::${table}, $2::jsonb) r`;
  if (table === 'realm')
    return `update realm set (${columns.join(', ')}) = (select ${columns.map((name) => `r.${name}`).join(', ')} from ${rows}) where realm.id = $1`;
  if (table === 'realm_head')
    return `update realm_head set head = r.head from ${rows} where realm_head.realm_id = $1`;
  const from = PICTURES(manifest.organization.id);
  const values = columns.map((name) =>
    HTML_COLUMNS.includes(name) ? `replace(r.${name}, '${from}', '${PICTURES(realmId)}')` : `r.${name}`,
  );
  const made = MADE[table] ?? {};
  return `insert into ${table} (realm_id, ${[...columns, ...Object.keys(made)].join(', ')}) overriding system value
    select $1::bigint, ${[...values, ...Object.values(made)].join(', ')} from ${rows}`;
}

async function checkCounts(client: Client, { tables }: ArchiveManifest, realmId: number): Promise<void> {
  for (const [table, { rows }] of Object.entries(tables)) {
    const { rows: found } = await client.query<{ count: number }>(
      `select count(*)::float8 as count from ${table} where ${table === 'realm' ? 'id' : 'realm_id'} = $1`,
      [realmId],
    );
    if (found[0]?.count !== rows)
      throw new CommandError(
        `${table} has ${found[0]?.count} rows, the archive ${rows}. Nobody reaches the organization yet.`,
      );
  }
}

/** Puts the files of the archive where the imported rows name them; repeating it changes nothing. */
async function importFiles(
  { pool, files, sealer, clock, config }: World,
  directory: string,
  manifest: ArchiveManifest,
  realmId: number,
  report: TellProgress,
): Promise<number> {
  const keys = new Map<string, string>();
  for await (const { key, name } of realmFiles(pool, sealer, realmId)) keys.set(name, key);
  const progress = createProgress(clock, report, 'files', manifest.files.rows);
  const spool = spoolDirectory(config.files);
  await mkdir(spool, PRIVATE_DIRECTORY);
  let count = 0;
  for await (const { name, bytes } of readFileLines(directory)) {
    const key = keys.get(name);
    progress.add(1);
    // A job may have removed the row of a file that no message links.
    if (key === undefined) continue;
    await putCopy(files, key, filePath(directory, name), bytes, spool);
    count += 1;
  }
  return count;
}

/** The store may move a file that it is given, and the archive must stay. */
async function putCopy(
  files: FileStore,
  key: string,
  from: string,
  size: number,
  spool: string,
): Promise<void> {
  const draft = path.join(spool, randomUUID());
  await copyFile(from, draft, constants.COPYFILE_FICLONE);
  try {
    await files.put(key, { path: draft, size });
  } finally {
    await rm(draft, { force: true });
  }
}

async function completeImport(
  client: Client,
  manifest: ArchiveManifest,
  realmId: number,
  subdomain: string,
): Promise<void> {
  await raiseSequences(client, Object.keys(manifest.tables), realmId);
  await client.query('begin');
  await client.query('update realm set deactivated_at = null where id = $1', [realmId]);
  await client.query('delete from server_note where name = $1', [noteName(subdomain)]);
  await client.query('commit');
}
