import type { Config } from '../../engine/config.ts';
import { checkMove, type RealmMove } from './check.ts';
import { deleteRows } from './clean.ts';
import { compareCopies, compareSnapshots } from './compare.ts';
import { catchUp, copyLive, cutLink } from './copy.ts';
import { copyFiles } from './files.ts';
import type { MoveOptions } from './move-realm.ts';
import { addressIn, connectSide, MoveError } from './sides.ts';
import { insertLateRows, lateRows, raiseSequences, resumeWrites, stopWrites } from './switch.ts';

/** Tables without rows in a copy: their rows cause deliveries, or belong to clients of the original. */
export const OMITTED_FROM_COPIES = [
  'mail',
  'email_batch',
  'push_delivery',
  'page_job',
  'lost_queue',
  'scheduled_message',
  'reminder',
  'event_queue',
  'push_subscription',
  'push_token',
  'device',
];

/** Copies an organization to another cell under another name, for trials. The original goes on. */
export async function copyRealm(config: Config, name: string, options: MoveOptions): Promise<void> {
  const { subdomain, to, report, clock, dryRun } = options;
  if (to === config.cell.number) throw new MoveError('A copy needs another cell, because it keeps its ids.');
  if (config.cell.files[to] === undefined)
    throw new MoveError(`A copy needs its own files. Add the directory of cell ${to} to PARLEY_CELL_FILES.`);
  const source = await connectSide(config, config.cell.number);
  const target = await connectSide(config, to).catch(async (error: unknown) => {
    await source.end();
    throw error;
  });
  try {
    const { id } = await source.one<{ id: string }>('select id from realm where subdomain = $1', [subdomain]);
    const copy: RealmMove = { realmId: Number(id), subdomain: name, source, target, report, clock };
    const size = await checkMove(copy);
    if (dryRun) return report('All checks passed. Nothing was changed.');
    await copyLive(copy, size, await addressIn(source, config.hosts, subdomain));
    await copyFiles(config, copy);
    await begin(copy);
    report(`The copy is at ${await addressIn(target, config.hosts, name)}.`);
  } finally {
    await Promise.all([source.end().catch(() => {}), target.end().catch(() => {})]);
  }
}

/** Both are compared; then the copy begins under its own name, marked as one. */
async function begin(copy: RealmMove): Promise<void> {
  const { source, target, realmId, subdomain } = copy;
  try {
    await catchUp(copy);
    const small = await compareSnapshots(copy);
    await stopWrites(copy);
    await catchUp(copy);
    await compareCopies(copy, small);
    const late = await lateRows(copy);
    await resumeWrites(copy);
    await cutLink(copy);
    await raiseSequences(source, target);
    await target.atomically(async () => {
      await insertLateRows(target, late);
      for (const table of OMITTED_FROM_COPIES)
        await target.all(`delete from ${table} where realm_id = $1`, [realmId]);
      await target.all('update log_reader set paused_at = coalesce(paused_at, now()) where realm_id = $1', [
        realmId,
      ]);
      await target.all('update realm set subdomain = $2, is_copy = true where id = $1', [realmId, subdomain]);
      await target.all('delete from realm_transfer where realm_id = $1', [realmId]);
    });
  } catch (error) {
    await cutLink(copy)
      .then(() => deleteRows(target, realmId))
      .then(() => target.all('delete from realm_transfer where realm_id = $1', [realmId]))
      .catch(() => {});
    throw error;
  }
}
