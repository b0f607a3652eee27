import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { readerOn, sql } from '../../engine/db/sql.ts';
import { withClient } from '../../engine/db/with-client.ts';
import { PRIVATE_DIRECTORY, PRIVATE_FILE_MODE } from '../../engine/files/private.ts';
import { VERSION } from '../../engine/version.ts';
import type { World } from '../../http/world.ts';
import { CommandError } from '../cli/explain.ts';
import {
  ARCHIVE_VERSION,
  describeFile,
  describeLines,
  filePath,
  FILES_LIST,
  hasManifest,
  readFileLines,
  readSnapshot,
  rowsPath,
  writeManifest,
  writeSnapshot,
  type FileLine,
  type ArchiveManifest,
  type ArchivePart,
  type Snapshot,
} from './archive.ts';
import { readLines } from './lines.ts';
import { chooseRows, choiceOf, createChosenTables, type ExportContent } from './chosen-rows.ts';
import { createProgress } from './progress.ts';
import { realmFiles, type RealmFile } from './realm-files.ts';
import { exportedColumns } from './stored-data/stored-table.ts';
import { storedTables } from './stored-data/stored-data.ts';

/** Rows read at once. */
const FETCH_ROWS = 1_000;
/** Files that rows name, until the archive is complete. */
const TO_COPY = 'files.todo';

export type TellProgress = (line: string) => void;

type Options = {
  readonly content?: ExportContent;
  /** Called between parts of the work; may wait, and throws to end it. */
  readonly pace?: () => Promise<void>;
};
type Work = Required<Options> & {
  readonly directory: string;
  readonly report: TellProgress;
};

/**
 * Writes an organization to a directory: rows of one snapshot, which is at one position of the log, while people go on; then
 * files, which never change under their name. A repetition continues an export that was interrupted: at the same position if its
 * rows were complete.
 */
export async function exportRealm(
  world: World,
  realmId: number,
  directory: string,
  report: TellProgress,
  { content = 'everything', pace = async () => {} }: Options = {},
): Promise<ArchiveManifest> {
  const work: Work = { directory, report, content, pace };
  if (await hasManifest(directory)) throw new CommandError(`${directory} has a complete archive already.`);
  await mkdir(path.join(directory, 'rows'), PRIVATE_DIRECTORY);
  const known = await readSnapshot(directory);
  if (known !== undefined && known.organization.id !== realmId)
    throw new CommandError(`${directory} has an unfinished export of ${known.organization.name}.`);
  if (known !== undefined) report(`An earlier export at position ${known.position} is continued.`);
  const snapshot = known ?? (await exportRows(world, realmId, work));
  const missing = await exportFiles(world, work);
  const files = await describeLines(path.join(directory, FILES_LIST));
  const manifest: ArchiveManifest = { ...snapshot, files, missing };
  await writeManifest(directory, manifest);
  for (const name of [TO_COPY, 'snapshot.json']) await rm(path.join(directory, name));
  return manifest;
}

/** Texts of rows are equal on all servers. */
const SESSION = `set timezone = 'UTC'; set datestyle = 'ISO'; set bytea_output = 'hex'; set extra_float_digits = 1; set jit = off;
  begin isolation level repeatable read read only`;

async function exportRows(world: World, realmId: number, work: Work): Promise<Snapshot> {
  const { directory, report, content } = work;
  return withClient(world.config.database.url, async (client) => {
    if (content !== 'everything') await createChosenTables(client);
    await client.query(SESSION);
    if (content !== 'everything') await chooseRows(client, realmId, content);
    const reader = readerOn(client);
    const facts = await reader.first(sql<{ subdomain: string; name: string; head: number }>`
      select subdomain, name, head from realm join realm_head on realm_id = id where id = ${realmId}`);
    if (facts === undefined) throw new CommandError(`There is no organization ${realmId}.`);
    const names = Object.keys(storedTables).filter((name) => storedTables[name]?.stays === undefined);
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
    for (const name of names) tables[name] = await exportTable(client, name, realmId, work, onRows);
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

async function exportTable(
  client: Client,
  table: string,
  realmId: number,
  { directory, content }: Work,
  onRows: (count: number) => Promise<void>,
): Promise<ArchivePart & { columns: string[] }> {
  const described = storedTables[table];
  if (described === undefined) throw new Error(`Table ${table} is not described.`);
  const columns = exportedColumns(described);
  const { rows: keys } = await client.query<{ name: string }>(
    `select a.attname as name from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
     where i.indrelid = $1::regclass and i.indisprimary order by array_position(i.indkey::int2[], a.attnum)`,
    [table],
  );
  const order = keys.length > 0 ? keys.map(({ name }) => name) : columns;
  const { values = {} } = choiceOf(table, content);
  const selected = columns.map((name) => (name in values ? `${values[name]} as ${name}` : name));
  await client.query(
    `declare exported no scroll cursor for select row_to_json(e)::text as line
     from (select ${selected.join(', ')} from ${rowsOf(table, content)} order by ${order.join(', ')}) e`,
    [realmId],
  );
  const part = await writeRows(client, rowsPath(directory, table), onRows);
  await client.query('close exported');
  return { columns, ...part };
}

/** Writes the rows of the open cursor. */
async function writeRows(
  client: Client,
  file: string,
  onRows: (count: number) => Promise<void>,
): Promise<ArchivePart> {
  const handle = await open(file, 'w', PRIVATE_FILE_MODE);
  const hash = createHash('sha256');
  let [count, bytes] = [0, 0];
  try {
    for (;;) {
      const { rows } = await client.query<{ line: string }>(`fetch ${FETCH_ROWS} from exported`);
      const text = Buffer.from(rows.map(({ line }) => `${line}\n`).join(''));
      hash.update(text);
      await handle.write(text);
      count += rows.length;
      bytes += text.length;
      await onRows(rows.length);
      if (rows.length < FETCH_ROWS) break;
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { rows: count, bytes, sha256: hash.digest('hex') };
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

/** Copies the files that the archive lacks; returns the names of those that the store does not have. */
async function exportFiles({ files, clock }: World, { directory, report, pace }: Work): Promise<string[]> {
  const listPath = path.join(directory, FILES_LIST);
  const done = await knownFiles(directory, listPath);
  const list = await open(listPath, 'w', PRIVATE_FILE_MODE);
  const missing: string[] = [];
  const todo = path.join(directory, TO_COPY);
  const progress = createProgress(clock, report, 'files', (await describeLines(todo)).rows);
  try {
    for await (const text of readLines(todo)) {
      const { key, name } = JSON.parse(text.toString()) as RealmFile;
      const line = done.get(name) ?? (await copyFile(await files.get(key), directory, name));
      // Thumbnails are made when they are wanted.
      if (line !== undefined) await list.write(`${JSON.stringify(line)}\n`);
      else if (!isThumbnail(name)) missing.push(name);
      progress.add(1);
      await pace();
    }
    await list.sync();
  } finally {
    await list.close();
  }
  return missing;
}

function isThumbnail(name: string): boolean {
  return name.endsWith('.webp') && path.basename(name).includes('-');
}

/** Files that an earlier attempt has copied. Its list may end within a line. */
async function knownFiles(directory: string, listPath: string): Promise<Map<string, FileLine>> {
  const known = new Map<string, FileLine>();
  try {
    for await (const line of readFileLines(directory)) {
      const found = await describeFile(filePath(directory, line.name)).catch(() => undefined);
      if (found?.sha256 === line.sha256) known.set(line.name, line);
    }
  } catch {
    await rm(listPath, { force: true });
  }
  return known;
}

async function copyFile(
  stored: { readonly content: Readable } | undefined,
  directory: string,
  name: string,
): Promise<FileLine | undefined> {
  if (stored === undefined) return undefined;
  const target = filePath(directory, name);
  await mkdir(path.dirname(target), PRIVATE_DIRECTORY);
  const hash = createHash('sha256');
  let bytes = 0;
  const measure = new Transform({
    transform: (chunk: Buffer, _, done) => {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  const sink = createWriteStream(`${target}.new`, { mode: PRIVATE_FILE_MODE, flush: true });
  await pipeline(stored.content, measure, sink);
  await rename(`${target}.new`, target);
  return { name, bytes, sha256: hash.digest('hex') };
}
