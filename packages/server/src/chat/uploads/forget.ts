import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { dismissFiles } from './keep.ts';
import { forgetPartial } from './pieces/partial-uploads.ts';
import type { AttachmentRow } from './rows.ts';
import { keysOf } from './thumbnails.ts';
import { systemClock } from '../../engine/clock.ts';
import { q, sql } from '../../engine/db/sql.ts';
import { spoolDirectory } from '../../engine/files/store.ts';
import type { World } from '../../http/world.ts';

const DAY_MS = 86_400_000;
/** A file that no message refers to may still be in somebody's clipboard. */
export const UNUSED_DAYS = 30;
/** Files dealt with in one transaction. */
const AT_ONCE = 100;

/** Deletes the bytes of a file that is gone for everybody. What fails here is done again by the job. */
export async function forgetFile(
  { files, pool, log }: Pick<World, 'files' | 'pool' | 'log'>,
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
    log.warn({ err: error }, 'a deleted file could not be removed from the store and will be tried again');
  }
}

/**
 * Deletes files that nobody has used for long, those that never arrived, and what is left of others. By the clock of
 * PostgreSQL: a node whose own is wrong must not delete what is wanted.
 */
export async function forgetUnused(world: World): Promise<void> {
  for (const { realm_id } of await realmsWithUnused(world))
    while (
      await world.write(realm_id, async (tx) => {
        const files = await tx.all(
          sql<AttachmentRow>`
          select a.* from attachment a
          where a.realm_id = ${realm_id} and ${isUnused} order by a.id limit ${AT_ONCE}
          for update skip locked`,
        );
        await dismissFiles(tx, files);
        return files.length === AT_ONCE;
      })
    );
  const leaving = await world.pool.all(
    q.selectFrom('attachment').select(['realm_id', 'id', 'key']).where('state', '=', 'leaving').limit(10_000),
  );
  for (const file of leaving) await forgetFile(world, file);
  const broken = await world.pool.all(
    q
      .selectFrom('partial_upload')
      .selectAll()
      .where('touched_at', '<', sql<Date>`now() - interval '1 day'`)
      .limit(AT_ONCE),
  );
  for (const partial of broken) await forgetPartial(world, partial);
  await clearSpool(world);
}

function realmsWithUnused({ pool }: World): Promise<{ realm_id: number }[]> {
  return pool.all(sql<{ realm_id: number }>`select distinct a.realm_id from attachment a where ${isUnused}`);
}

/** What somebody has written down, to be sent some day, is not unused. No upload takes two hours. */
const isUnused = sql`a.unused_since is not null and case a.state
  when 'kept' then a.unused_since < now() - make_interval(days => ${sql.lit(UNUSED_DAYS)}) and not exists (
    select from draft d where d.realm_id = a.realm_id and d.user_id = a.user_id
      and position(split_part(a.path_id, '/', 3) in d.content) > 0
  ) and not exists (
    select from scheduled_message s where s.realm_id = a.realm_id and s.user_id = a.user_id
      and position(split_part(a.path_id, '/', 3) in s.content) > 0
  )
  when 'arriving' then a.unused_since < now() - interval '2 hours'
  else false end`;

/** Files that were on their way when a node ended, by the clock that dates files. */
async function clearSpool({ config }: World): Promise<void> {
  const directory = spoolDirectory(config.files);
  for (const name of await listed(directory)) {
    const file = path.join(directory, name);
    const found = await stat(file).catch(() => undefined);
    if (found !== undefined && found.mtimeMs < systemClock.now() - DAY_MS) await rm(file, { force: true });
  }
}

async function listed(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch {
    return [];
  }
}
