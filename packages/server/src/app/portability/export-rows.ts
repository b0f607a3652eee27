import path from 'node:path';
import { open } from 'node:fs/promises';
import type { Client } from 'pg';
import { readerOn, sql } from '../../engine/db/sql.ts';
import { withClient } from '../../engine/db/with-client.ts';
import { PRIVATE_FILE_MODE } from '../../engine/files/private.ts';
import { VERSION } from '../../engine/version.ts';
import type { World } from '../../http/world.ts';
import { CommandError } from '../cli/explain.ts';
import {
  ARCHIVE_VERSION,
  changesPath,
  identityOf,
  rowsPath,
  writeSnapshot,
  type ArchivePart,
  type Snapshot,
} from './archive.ts';
import { ChangeScript } from './changes/change-script.ts';
import { comparedQuery, loadEarlierRows, type ComparedRow } from './changes/earlier-rows.ts';
import { chooseRows, choiceOf, createChosenTables, type ExportContent } from './chosen-rows.ts';
import { TO_COPY, type ExportWork } from './export-work.ts';
import { writeLines } from './line-writer.ts';
import { createProgress } from './progress.ts';
import { realmFiles, type RealmFile } from './realm-files.ts';
import { storedTables } from './stored-data/stored-data.ts';
import { exportedColumns } from './stored-data/stored-table.ts';

/** Rows read at once. */
const FETCH_ROWS = 1_000;
/** Texts of rows are equal on all servers. */
const SESSION = `set timezone = 'UTC'; set datestyle = 'ISO'; set bytea_output = 'hex'; set extra_float_digits = 1; set jit = off;
  begin isolation level repeatable read read only`;

/** Writes the rows of one snapshot, or what changed in them since the archive before. */
export async function exportRows(world: World, realmId: number, work: ExportWork): Promise<Snapshot> {
  const { directory, report, content, earlier } = work;
  return withClient(world.config.database.url, async (client) => {
    if (content !== 'everything') await createChosenTables(client);
    const names = Object.keys(storedTables).filter((name) => storedTables[name]?.stays === undefined);
    const keys = await readKeys(client, names);
    if (earlier !== undefined)
      await loadEarlierRows(client, earlier.directory, earlier.manifest, (table) => keys.get(table) ?? []);
    await client.query(SESSION);
    if (content !== 'everything') await chooseRows(client, realmId, content);
    const reader = readerOn(client);
    const facts = await reader.first(sql<{ subdomain: string; name: string; head: number }>`
      select subdomain, name, head from realm join realm_head on realm_id = id where id = ${realmId}`);
    if (facts === undefined) throw new CommandError(`There is no organization ${realmId}.`);
    const progress = createProgress(
      world.clock,
      report,
      'rows',
      await countRows(client, names, realmId, content),
    );
    const tables: Snapshot['tables'] = {};
    const onRows = (count: number): Promise<void> => {
      progress.add(count);
      return work.pace();
    };
    for (const name of names)
      tables[name] = await exportTable(client, { name, keys: keys.get(name) ?? [], realmId }, work, onRows);
    const wanted = content === 'everything' ? undefined : sql`id in (select id from chosen_file)`;
    await writeList(path.join(directory, TO_COPY), realmFiles(reader, world.sealer, realmId, wanted));
    const { subdomain, name, head } = facts;
    const snapshot: Snapshot = {
      format: 'parley-organization',
      version: ARCHIVE_VERSION,
      release: VERSION,
      createdAt: new Date(world.clock.now()).toISOString(),
      organization: { id: realmId, subdomain, name },
      content,
      position: head,
      ...(earlier && {
        after: { position: earlier.manifest.position, manifest: identityOf(earlier.manifest) },
      }),
      tables,
    };
    await writeSnapshot(directory, snapshot);
    return snapshot;
  });
}

function rowsOf(table: string, content: ExportContent): string {
  const { from = table, where = 'true' } = choiceOf(table, content);
  return `${from} where ${table === 'realm' ? 'id' : 'realm_id'} = $1 and (${where})`;
}

async function countRows(
  client: Client,
  tables: readonly string[],
  realmId: number,
  content: ExportContent,
): Promise<number> {
  const counts = tables.map((table) => `(select count(*) from ${rowsOf(table, content)})`);
  const { rows } = await client.query<{ count: number }>(`select (${counts.join(' + ')})::float8 as count`, [
    realmId,
  ]);
  return rows[0]?.count ?? 0;
}

type ExportedTable = { readonly name: string; readonly keys: readonly string[]; readonly realmId: number };

/** Columns that order the exported rows of each table: its primary key, or all. */
async function readKeys(client: Client, tables: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ name: string; keys: string[] }>(
    `select i.indrelid::regclass::text as name, array_agg(a.attname::text order by array_position(i.indkey::int2[], a.attnum)) as keys
     from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
     where i.indisprimary and i.indrelid = any($1::regclass[]) group by 1`,
    [tables],
  );
  const found = new Map(rows.map(({ name, keys }) => [name, keys]));
  return new Map(
    tables.map((table) => {
      const columns = columnsOf(table);
      const keys = (found.get(table) ?? []).filter((name) => columns.includes(name));
      return [table, keys.length > 0 ? keys : columns];
    }),
  );
}

function columnsOf(table: string): string[] {
  const described = storedTables[table];
  if (described === undefined) throw new Error(`Table ${table} is not described.`);
  return exportedColumns(described);
}

async function exportTable(
  client: Client,
  { name, keys, realmId }: ExportedTable,
  { directory, content, earlier }: ExportWork,
  onRows: (count: number) => Promise<void>,
): Promise<Snapshot['tables'][string]> {
  const columns = columnsOf(name);
  const { values = {} } = choiceOf(name, content);
  const selected = columns.map((column) => (column in values ? `${values[column]} as ${column}` : column));
  const rows = `select ${selected.join(', ')} from ${rowsOf(name, content)} order by ${keys.join(', ')}`;
  const query =
    earlier === undefined
      ? `select row_to_json(e)::text as line from (${rows}) e`
      : comparedQuery(name, rows, keys);
  await client.query(`declare exported no scroll cursor for ${query}`, [realmId]);
  const part = await (earlier === undefined
    ? writeRows(client, rowsPath(directory, name), onRows)
    : writeChanges(client, changesPath(directory, name), onRows));
  await client.query('close exported');
  return { columns, ...part };
}

function writeRows(
  client: Client,
  file: string,
  onRows: (count: number) => Promise<void>,
): Promise<ArchivePart> {
  return writeLines(file, async ({ write }) => {
    for await (const rows of fetched<{ line: string }>(client)) {
      await write(rows.map(({ line }) => line));
      await onRows(rows.length);
    }
  });
}

/** Writes what leads from the rows of the archive before to those of today. */
async function writeChanges(
  client: Client,
  file: string,
  onRows: (count: number) => Promise<void>,
): Promise<ArchivePart & { changes: ArchivePart }> {
  let rowsOfToday: ArchivePart | undefined;
  const changes = await writeLines(file, async (writer) => {
    const script = new ChangeScript(writer);
    for await (const rows of fetched<ComparedRow>(client)) {
      await script.add(rows);
      await onRows(rows.length);
    }
    rowsOfToday = await script.end();
  });
  if (rowsOfToday === undefined) throw new Error('The rows were not counted.');
  return { ...rowsOfToday, changes };
}

/** Groups of rows of the open cursor. */
async function* fetched<Row extends object>(client: Client): AsyncGenerator<Row[]> {
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${FETCH_ROWS} from exported`);
    yield rows;
    if (rows.length < FETCH_ROWS) return;
  }
}

async function writeList(file: string, entries: AsyncIterable<RealmFile>): Promise<void> {
  const handle = await open(file, 'w', PRIVATE_FILE_MODE);
  try {
    for await (const entry of entries) await handle.write(`${JSON.stringify(entry)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
