import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { removeFiles } from './store-attachment.ts';
import { deletePartialUpload } from './pieces/partial-uploads.ts';
import type { AttachmentRow } from './rows.ts';
import { keysOf } from './thumbnails.ts';
import { systemClock } from '../../engine/clock.ts';
import { q, sql } from '../../engine/db/sql.ts';
import { spoolDirectory } from '../../engine/files/store.ts';
import type { World } from '../../http/world.ts';

const DAY_MS = 86_400_000;
/** Files without messages are kept this long, because a link may still be pasted into a message. */
export const UNUSED_DAYS = 30;
/** Files deleted in one transaction. */
const BATCH_SIZE = 100;

/** Deletes the bytes of a removed file. The cleanup job retries failures. */
export async function deleteFileBytes(
  { files, pool, warn }: Pick<World, 'files' | 'pool' | 'warn'>,
  file: Pick<AttachmentRow, 'realm_id' | 'id' | 'key'>,
): Promise<void> {
  try {
    for (const key of keysOf(file)) await files.delete(key);
    await pool.all(
      q
        .deleteFrom('attachment')
        .where('realm_id', '=', file.realm_id)
        .where('id', '=', file.id)
        .where('state', '=', 'leaving'),
    );
  } catch (error) {
    warn(error, 'delete files', 'could not delete a removed file from the store; the cleanup job will retry');
  }
}

/**
 * Deletes unused files, unfinished uploads and remains of removed files. Uses the clock of PostgreSQL, because a node
 * with a wrong clock must not delete files in use.
 */
export async function expireUnusedFiles(world: World): Promise<void> {
  for (const { realm_id } of await realmsWithUnused(world))
    while (
      await world.write(realm_id, async (tx) => {
        const files = await tx.all(
          sql<AttachmentRow>`
          select a.* from attachment a
          where a.realm_id = ${realm_id} and ${isUnused} order by a.id limit ${BATCH_SIZE}
          for update skip locked`,
        );
        await removeFiles(tx, files);
        return files.length === BATCH_SIZE;
      })
    );
  const leaving = await world.pool.all(
    q.selectFrom('attachment').select(['realm_id', 'id', 'key']).where('state', '=', 'leaving').limit(10_000),
  );
  for (const file of leaving) await deleteFileBytes(world, file);
  const abandoned = await world.pool.all(
    q
      .selectFrom('partial_upload')
      .selectAll()
      .where('touched_at', '<', sql<Date>`now() - interval '1 day'`)
      .limit(BATCH_SIZE),
  );
  for (const partial of abandoned) await deletePartialUpload(world, partial);
  await clearSpool(world);
}

function realmsWithUnused({ pool }: World): Promise<{ realm_id: number }[]> {
  return pool.all(sql<{ realm_id: number }>`select distinct a.realm_id from attachment a
    join realm r on r.id = a.realm_id and not r.is_copy where ${isUnused}`);
}

/** Files in drafts and scheduled messages are in use, and those of users on hold stay. Those of deleted users go at once. An upload that takes two hours has failed. */
const isUnused = sql`a.unused_since is not null and case a.state
  when 'kept' then (a.unused_since < now() - make_interval(days => ${sql.lit(UNUSED_DAYS)}) or exists (
    select from realm_user u where u.realm_id = a.realm_id and u.id = a.user_id and u.is_deleted
  )) and not exists (
    select from draft d where d.realm_id = a.realm_id and d.user_id = a.user_id
      and position(split_part(a.path_id, '/', 3) in d.content) > 0
  ) and not exists (
    select from scheduled_message s where s.realm_id = a.realm_id and s.user_id = a.user_id
      and position(split_part(a.path_id, '/', 3) in s.content) > 0
  ) and not exists (
    select from hold h where h.realm_id = a.realm_id and h.user_id = a.user_id
  )
  when 'arriving' then a.unused_since < now() - interval '2 hours'
  else false end`;

/** Deletes temporary files left by a stopped node, by the system clock, which also dates files. */
async function clearSpool({ config }: World): Promise<void> {
  const directory = spoolDirectory(config.files);
  for (const name of await namesIn(directory)) {
    const file = path.join(directory, name);
    const found = await stat(file).catch(() => undefined);
    if (found !== undefined && found.mtimeMs < systemClock.now() - DAY_MS)
      await rm(file, { force: true, recursive: true });
  }
}

async function namesIn(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch {
    return [];
  }
}
