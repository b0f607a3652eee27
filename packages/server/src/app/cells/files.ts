import { cp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../engine/config.ts';
import { keptDirectory } from '../../engine/files/disk-store.ts';
import type { RealmMove } from './check.ts';
import { MoveError } from './sides.ts';

/**
 * Copies the files of an organization that the other directory lacks. Files never change under their name. Cells whose
 * directory is not in PARLEY_CELL_FILES, or that use a bucket, share their store.
 */
export async function copyFiles(config: Config, { target, realmId }: RealmMove): Promise<void> {
  const to = config.cell.files[target.number];
  if (to === undefined) return;
  if (config.files.s3 !== undefined)
    throw new MoveError('PARLEY_CELL_FILES is for directories; cells that use a bucket share it.');
  for (const kind of await kindsOf(config, realmId))
    await cp(placeOf(config.files.directory, kind, realmId), placeOf(to, kind, realmId), {
      recursive: true,
      force: false,
      preserveTimestamps: true,
    });
}

export async function deleteFiles(config: Config, { target, realmId }: RealmMove): Promise<void> {
  const to = config.cell.files[target.number];
  if (to === undefined || path.resolve(to) === path.resolve(config.files.directory)) return;
  for (const kind of await kindsOf(config, realmId))
    await rm(placeOf(config.files.directory, kind, realmId), { recursive: true });
}

/** Kinds of files, such as uploads, of which the organization has some. */
async function kindsOf(config: Config, realmId: number): Promise<string[]> {
  const kinds = await readdir(keptDirectory(config.files.directory)).catch(() => []);
  const has = await Promise.all(
    kinds.map((kind) =>
      readdir(placeOf(config.files.directory, kind, realmId)).then(
        () => true,
        () => false,
      ),
    ),
  );
  return kinds.filter((_, n) => has[n] === true);
}

function placeOf(directory: string, kind: string, realmId: number): string {
  return path.join(keptDirectory(directory), kind, String(realmId));
}
