import { sql, toJson } from '../../../../engine/db/sql.ts';
import type { World } from '../../../../http/world.ts';
import type { ImportedKind } from '../imported.ts';
import { createReport } from '../report.ts';
import { removeAccounts } from './accounts.ts';
import { removeFilesLeft } from './files.ts';
import { removeImported } from './messages.ts';
import { retirePlaces } from './places.ts';
import type { Returning } from './returning.ts';

type Import = { readonly realm_id: number; readonly id: number; readonly origin: string };

/**
 * Removes what an import made: messages with their files, then channels, groups, emoji and accounts that nobody has used
 * since. What people added stays, and so does what is on hold. Safe to repeat after an interruption, and to be called while
 * no other import of the organization runs.
 */
export async function takeBack(
  world: World,
  { realm_id: realmId, id, origin }: Import,
  pace: () => Promise<void>,
): Promise<void> {
  const report = createReport();
  const work: Returning = { world, realmId, origin, importId: id, report, pace };
  await removeImported(work);
  await removeFilesLeft(work, await madeBy(work, 'file'));
  const places = {
    channels: await madeBy(work, 'channel'),
    groups: await madeBy(work, 'group'),
    emoji: await madeBy(work, 'emoji'),
  };
  const stayed = await world.write(realmId, (tx) => retirePlaces(tx, work, places));
  for (const { what, name } of stayed) report.note(what, name);
  await removeAccounts(work, await madeBy(work, 'person'));
  await world.write(realmId, (tx) =>
    tx.all(sql`
      update chat_import set state = 'returned', taken_back_at = now(), samples = '[]',
        notes = ${toJson(report.notes())}::jsonb
      where realm_id = ${realmId} and id = ${id}`),
  );
}

/** Ids here of what the import made; those of messages are too many for a list. */
async function madeBy(
  { world, realmId, origin, importId }: Returning,
  kind: Exclude<ImportedKind, 'message'>,
): Promise<number[]> {
  const rows = await world.pool.all(sql<{ id: number }>`
    select distinct id from imported
    where realm_id = ${realmId} and origin = ${origin} and kind = ${kind} and import_id = ${importId} order by id`);
  return rows.map(({ id }) => id);
}
