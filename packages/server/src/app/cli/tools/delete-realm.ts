import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Option, type Command } from 'commander';
import { DatabaseError, type Client } from 'pg';
import { keysOf } from '../../../chat/uploads/thumbnails.ts';
import type { RealmRow } from '../../../engine/db/realm.ts';
import { q } from '../../../engine/db/sql.ts';
import { withClient } from '../../../engine/db/with-client.ts';
import { keptDirectory } from '../../../engine/files/disk-store.ts';
import type { World } from '../../../http/world.ts';
import { define } from '../define.ts';
import { CommandError } from '../explain.ts';
import { nameOfSubdomain, realmNamed } from '../find.ts';
import { SUBDOMAIN } from './parts.ts';

type Options = { readonly yes?: string };

/** Rows deleted by one statement, so that other organizations never wait for long. */
const BATCH_ROWS = 5_000;
const FOREIGN_KEY_VIOLATION = '23503';

export function deleteRealmCommand(): Command {
  return define<Options>({
    name: 'delete',
    description: 'delete a deactivated organization for good: users, messages, files, everything',
    arguments: [SUBDOMAIN],
    options: [new Option('--yes <name>', 'the display name of the organization, to confirm')],
    run: async (world, [name = ''], { yes }) => {
      const realm = await realmNamed(world.pool, name);
      check(realm, yes);
      const files = await deleteFiles(world, realm.id);
      const rows = await withClient(world.config.database.url, (client) => deleteRows(client, realm.id));
      return { fields: { name: realm.name, 'deleted rows': rows, 'deleted files': files } };
    },
  });
}

function check({ name, subdomain, deactivated_at }: RealmRow, confirmed: string | undefined): void {
  if (deactivated_at === null)
    throw new CommandError(
      `${name} is active. Deactivate it first, and wait until nobody misses it: parley realm deactivate ${nameOfSubdomain(subdomain)}`,
    );
  if (confirmed !== name)
    throw new CommandError(`This cannot be undone. Make a backup, and confirm the name: --yes "${name}"`);
}

/** Files first: their rows know their names. A bucket keeps pictures of users and emoji, which have no list. */
async function deleteFiles({ pool, files, config }: World, realmId: number): Promise<number> {
  const attachments = await pool.all(
    q.selectFrom('attachment').select(['realm_id', 'id', 'key']).where('realm_id', '=', realmId),
  );
  for (const file of attachments) for (const key of keysOf(file)) await files.delete(key);
  if (config.files.s3 === undefined)
    for (const kind of ['avatars', 'emoji', 'realm', 'pieces'])
      await rm(path.join(keptDirectory(config.files.directory), kind, String(realmId)), {
        recursive: true,
        force: true,
      });
  return attachments.length;
}

async function deleteRows(client: Client, realmId: number): Promise<number> {
  let tables = await tablesOf(client);
  let deleted = 0;
  while (tables.length > 0) {
    const left: string[] = [];
    for (const table of tables) {
      const count = await deleteFrom(client, table, 'realm_id', realmId);
      if (count === undefined) left.push(table);
      else deleted += count;
    }
    if (left.length === tables.length)
      throw new CommandError(`Rows of ${left.join(', ')} refer to each other.`);
    tables = left;
  }
  return deleted + ((await deleteFrom(client, 'realm', 'id', realmId)) ?? 0);
}

async function tablesOf(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'realm_id' and not a.attisdropped
     where c.relnamespace = (select relnamespace from pg_class where oid = 'realm'::regclass)
       and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** Undefined if rows of another table still refer to these. */
async function deleteFrom(
  client: Client,
  table: string,
  key: string,
  realmId: number,
): Promise<number | undefined> {
  let deleted = 0;
  for (;;)
    try {
      const { rowCount } = await client.query(
        `with doomed as (select tableoid, ctid from ${table} where ${key} = $1 limit ${BATCH_ROWS})
         delete from ${table} t using doomed d
         where t.${key} = $1 and t.tableoid = d.tableoid and t.ctid = d.ctid`,
        [realmId],
      );
      deleted += rowCount ?? 0;
      if ((rowCount ?? 0) < BATCH_ROWS) return deleted;
    } catch (error) {
      if (error instanceof DatabaseError && error.code === FOREIGN_KEY_VIOLATION) return undefined;
      throw error;
    }
}
