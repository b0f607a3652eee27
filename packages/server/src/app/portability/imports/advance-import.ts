import { rm } from 'node:fs/promises';
import type { ImportSource } from '@parley/contract/objects/realm-import.ts';
import { errorText } from '../../../engine/error-text.ts';
import type { RealmRow } from '../../../engine/db/realm.ts';
import { q, sql, toJson } from '../../../engine/db/sql.ts';
import type { World } from '../../../http/world.ts';
import { CommandError } from '../../cli/explain.ts';
import { describeArchive } from '../chats/describe-archive.ts';
import type { ChatArchive } from '../chats/form.ts';
import { runImport } from '../chats/import-chat.ts';
import { openArchive } from '../chats/open-archive.ts';
import { createReport } from '../chats/report.ts';
import { takeBack } from '../chats/take-back/take-back.ts';
import { createPace, InterruptedError } from '../exports/pace.ts';
import { archiveFile, deleteParts, workDirectory } from './parts.ts';
import { findImport, type ImportRow } from './rows.ts';

/** Attempts without progress. A node that stops does not count; one that is killed does. */
const MAX_TRIES = 5;

/** Takes an import one step further. The caller holds it; see `whileImporting`. */
export async function advanceImport(world: World, realmId: number, id: number): Promise<void> {
  const row = await findImport(world.pool, realmId, id);
  // Attempts that ended their thread or process.
  if (row.tries >= MAX_TRIES) return fail(world, row);
  const count = (tries: number): Promise<unknown> =>
    world.pool.all(sql`update chat_import set tries = ${tries} where realm_id = ${realmId} and id = ${id}`);
  await count(row.tries + 1);
  try {
    await STEPS[row.state]?.(world, row, createPace(world));
  } catch (error) {
    if (error instanceof InterruptedError) return void (await count(row.tries));
    world.warn(
      error,
      'import from other chats',
      `import ${id} of organization ${realmId}: ${errorText(error)}`,
    );
    const isFinal = error instanceof CommandError || row.tries + 1 >= MAX_TRIES;
    if (isFinal) await fail(world, row, error);
  }
}

type Step = (world: World, row: ImportRow, pace: () => Promise<void>) => Promise<void>;

const STEPS: Partial<Record<ImportRow['state'], Step>> = {
  checking: async (world, row, pace) => {
    const report = createReport();
    const { total, origin } = await withArchive(world, row, pace, async (archive) => ({
      total: await describeArchive(archive, report, pace),
      origin: archive.origin,
    }));
    await world.pool.all(sql`
      update chat_import set state = 'checked', origin = ${origin}, total = ${total},
        found = ${toJson(report.content())}::jsonb, touched_at = now(), tries = 0
      where realm_id = ${row.realm_id} and id = ${row.id} and state = 'checking'`);
  },
  waiting: async (world, row, pace) => {
    const realm = await realmOf(world, row.realm_id);
    await withArchive(world, row, pace, (archive) => runImport(world, realm, archive, { id: row.id, pace }));
    await dropArchive(world, row);
  },
  returning: async (world, row, pace) => {
    await takeBack(world, row, pace);
    await dropArchive(world, row);
  },
};

async function withArchive<T>(
  world: World,
  row: ImportRow,
  pace: () => Promise<void>,
  work: (archive: ChatArchive) => Promise<T>,
): Promise<T> {
  const file = await archiveFile(world, row, pace);
  const archive = await openArchive(row.source as ImportSource, file);
  try {
    return await work(archive);
  } finally {
    await archive.close();
  }
}

async function realmOf({ pool }: World, id: number): Promise<RealmRow> {
  const realm = await pool.first(q.selectFrom('realm').selectAll().where('id', '=', id));
  if (realm === undefined) throw new Error(`Organization ${id} was not found.`);
  return realm;
}

/** Deletes what is no longer needed. Parts that a stop leaves are deleted by `expireImports`. */
export async function dropArchive(world: World, { realm_id, id, parts }: ImportRow): Promise<void> {
  await rm(workDirectory(world, id), { recursive: true, force: true });
  await deleteParts(world, parts);
  await world.pool.all(sql`
    update chat_import set parts = '{}' where realm_id = ${realm_id} and id = ${id}`);
}

async function fail(world: World, { realm_id, id, state }: ImportRow, error?: unknown): Promise<void> {
  const problem =
    error instanceof CommandError
      ? error.message
      : state === 'checking'
        ? 'The archive cannot be read.'
        : 'An error of the server ended the work. Its log has the reason.';
  await world.pool.all(sql`
    update chat_import set state = 'failed', finished_at = now(), problem = ${problem}
    where realm_id = ${realm_id} and id = ${id} and state = ${state}`);
}
