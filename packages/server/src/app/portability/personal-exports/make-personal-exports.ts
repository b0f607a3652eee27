import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { RawBuilder } from 'kysely';
import { errorText } from '../../../engine/error-text.ts';
import { q, sql } from '../../../engine/db/sql.ts';
import { withClient } from '../../../engine/db/with-client.ts';
import { PRIVATE_DIRECTORY } from '../../../engine/files/private.ts';
import { spoolDirectory } from '../../../engine/files/store.ts';
import type { World } from '../../../http/world.ts';
import { exportUser } from '../export-user.ts';
import { packTar } from '../tar.ts';
import type { PersonalExportRow } from './rows.ts';

/** Held while a node makes an export. */
const PERSONAL_EXPORTS = 7_365_251;
const MAX_TRIES = 3;
const MAX_PER_RUN = 20;

/** Whether there is an export to make; see `DueJob`. */
export function isPersonalExportPending(): RawBuilder<boolean> {
  return sql<boolean>`exists (select from personal_export where state = 'pending')`;
}

/** Job: makes the archives that users asked for, one at a time on a node. A stopped attempt is repeated. */
export async function makePersonalExports(world: World): Promise<void> {
  const pending = await world.pool.all(sql<PersonalExportRow>`
    select e.* from personal_export e
    join realm r on r.id = e.realm_id and r.deactivated_at is null and not r.is_copy
    where e.state = 'pending' order by e.requested_at limit ${MAX_PER_RUN}`);
  for (const row of pending)
    await withClient(world.config.database.url, async (client) => {
      const { rows } = await client.query<{ locked: boolean }>(
        'select pg_try_advisory_lock($1, hashint8($2)) as locked',
        [PERSONAL_EXPORTS, row.id],
      );
      if (rows[0]?.locked === true) await makeExport(world, row);
    });
}

async function makeExport(world: World, row: PersonalExportRow): Promise<void> {
  const { realm_id, id } = row;
  const begun = await world.pool.first(sql`
    update personal_export set tries = tries + 1
    where realm_id = ${realm_id} and id = ${id} and state = 'pending' returning id`);
  if (begun === undefined) return;
  try {
    await makeArchive(world, row);
  } catch (error) {
    world.warn(
      error,
      'make exports of users',
      `export ${id} of organization ${realm_id}: ${errorText(error)}`,
    );
    if (row.tries + 1 >= MAX_TRIES)
      await world.pool.all(sql`
        update personal_export set state = 'failed', ended_at = now()
        where realm_id = ${realm_id} and id = ${id} and state = 'pending'`);
  }
}

async function makeArchive(world: World, { realm_id, id, user_id }: PersonalExportRow): Promise<void> {
  const { pool, files, config } = world;
  const user = await pool.first(
    q.selectFrom('realm_user').selectAll().where('realm_id', '=', realm_id).where('id', '=', user_id),
  );
  if (user === undefined) return;
  const spool = spoolDirectory(config.files);
  await mkdir(spool, PRIVATE_DIRECTORY);
  const directory = await mkdtemp(path.join(spool, 'personal-export-'));
  const packed = `${directory}.tar`;
  try {
    await exportUser(world, user, directory);
    await packTar(directory, packed);
    const { size } = await stat(packed);
    const key = `personal/${realm_id}/${randomUUID()}.tar`;
    await files.put(key, { path: packed, size });
    const kept = await pool.first(sql`
      update personal_export set state = 'ready', ended_at = now(), key = ${key}, size = ${size}
      where realm_id = ${realm_id} and id = ${id} and state = 'pending' returning id`);
    // The user was deleted meanwhile, and the row with the user.
    if (kept === undefined) await files.delete(key);
  } finally {
    await rm(directory, { recursive: true, force: true });
    await rm(packed, { force: true });
  }
}
