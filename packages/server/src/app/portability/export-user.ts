import { createWriteStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { q, readerOn } from '../../engine/db/sql.ts';
import { withClient } from '../../engine/db/with-client.ts';
import { PRIVATE_DIRECTORY, PRIVATE_FILE_MODE } from '../../engine/files/private.ts';
import type { UserRow } from '../../http/actor.ts';
import type { World } from '../../http/world.ts';
import { uploadedKeys } from '../../organization/users/avatar.ts';
import { CommandError } from '../cli/explain.ts';
import { columnsForPeople, type StoredTable } from './stored-data/stored-table.ts';
import { storedTables } from './stored-data/stored-data.ts';
import { pageHead, PAGE_END, rowOf, tableHead, TABLE_END } from './user-page.ts';

const FETCH_ROWS = 1_000;

export type UserExport = { readonly rows: number; readonly files: number; readonly missing: number };

/** A table with rows about a person, and the columns that the person receives. */
type Part = { readonly name: string; readonly table: StoredTable; readonly columns: readonly string[] };

/**
 * Writes everything that is stored about a person to a new directory: rows as JSON and as a page to read, and files. Secrets stay
 * on the server, and so do messages of others.
 */
export async function exportUser(world: World, user: UserRow, directory: string): Promise<UserExport> {
  const present = await readdir(directory).catch(() => []);
  if (present.length > 0) throw new CommandError(`${directory} is not empty.`);
  await mkdir(path.join(directory, 'files'), PRIVATE_DIRECTORY);
  return withClient(world.config.database.url, async (client) => {
    await client.query("set timezone = 'UTC'; begin isolation level repeatable read read only");
    let rows = 0;
    const count = (added: number): void => {
      rows += added;
    };
    await write(path.join(directory, 'data.json'), jsonOf(client, user, count));
    await write(path.join(directory, 'index.html'), pageOf(client, user));
    const files = await copyFiles(world, client, user, directory);
    return { rows, ...files };
  });
}

function parts(): Part[] {
  return Object.entries(storedTables)
    .filter(([, { people }]) => people !== undefined)
    .map(([name, table]) => ({ name, table, columns: columnsForPeople(table) }));
}

async function* jsonOf(
  client: Client,
  user: UserRow,
  count: (added: number) => void,
): AsyncGenerator<string> {
  let before = '{';
  for (const part of parts()) {
    yield `${before}\n${JSON.stringify(part.name)}: [`;
    let between = '\n';
    for await (const group of rowsOf(client, user, part)) {
      count(group.length);
      for (const line of group) {
        yield `${between}${line}`;
        between = ',\n';
      }
    }
    yield ']';
    before = ',';
  }
  yield '\n}\n';
}

async function* pageOf(client: Client, user: UserRow): AsyncGenerator<string> {
  yield pageHead(user.full_name);
  for (const part of parts()) {
    let isBegun = false;
    for await (const group of rowsOf(client, user, part)) {
      if (!isBegun && group.length > 0) yield tableHead(part.table, part.columns);
      isBegun ||= group.length > 0;
      for (const line of group) yield rowOf(part.columns, JSON.parse(line) as Record<string, unknown>);
    }
    if (isBegun) yield TABLE_END;
  }
  yield PAGE_END;
}

/** Rows that name the person, as JSON texts in groups. */
async function* rowsOf(
  client: Client,
  user: UserRow,
  { name, table, columns }: Part,
): AsyncGenerator<string[]> {
  const about = (table.people ?? []).map((column) => `${column} = $2`).join(' or ');
  await client.query(
    `declare personal no scroll cursor for select row_to_json(e)::text as line
     from (select ${columns.join(', ')} from ${name} where realm_id = $1 and (${about}) order by 1, 2) e`,
    [user.realm_id, user.id],
  );
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${FETCH_ROWS} from personal`);
    yield rows.map(({ line }) => line);
    if (rows.length < FETCH_ROWS) break;
  }
  await client.query('close personal');
}

async function write(file: string, content: AsyncIterable<string>): Promise<void> {
  await pipeline(Readable.from(content), createWriteStream(file, { mode: PRIVATE_FILE_MODE }));
}

/** Uploads by their id and extension, and the picture. */
async function copyFiles(
  { files, sealer }: World,
  client: Client,
  user: UserRow,
  directory: string,
): Promise<Pick<UserExport, 'files' | 'missing'>> {
  const uploads = await readerOn(client).all(
    q
      .selectFrom('attachment')
      .select(['id', 'key', 'path_id'])
      .where('realm_id', '=', user.realm_id)
      .where('user_id', '=', user.id)
      .where('state', '=', 'kept')
      .orderBy('id'),
  );
  const wanted = uploads.map((file) => ({
    key: file.key,
    name: `${file.id}${/\.[A-Za-z0-9]{1,8}$/.exec(file.path_id)?.[0] ?? ''}`,
  }));
  if (user.avatar_source === 'U') wanted.push({ key: uploadedKeys(sealer, user)[1], name: 'picture.png' });
  let missing = 0;
  for (const { key, name } of wanted) {
    const stored = await files.get(key);
    if (stored === undefined) missing += 1;
    else
      await pipeline(
        stored.content,
        createWriteStream(path.join(directory, 'files', name), { mode: PRIVATE_FILE_MODE }),
      );
  }
  return { files: wanted.length - missing, missing };
}
