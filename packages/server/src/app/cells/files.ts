import { cp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../engine/config.ts';
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
    await cp(path.join(config.files.directory, kind, String(realmId)), path.join(to, kind, String(realmId)), {
      recursive: true,
      force: false,
      preserveTimestamps: true,
    });
}

export async function deleteFiles(config: Config, { target, realmId }: RealmMove): Promise<void> {
  const to = config.cell.files[target.number];
  if (to === undefined || path.resolve(to) === path.resolve(config.files.directory)) return;
  for (const kind of await kindsOf(config, realmId))
    await rm(path.join(config.files.directory, kind, String(realmId)), { recursive: true });
}

/** Kinds of files, such as uploads, of which the organization has some. */
async function kindsOf(config: Config, realmId: number): Promise<string[]> {
  const kinds = await readdir(config.files.directory).catch(() => []);
  const has = await Promise.all(
    kinds.map((kind) =>
      readdir(path.join(config.files.directory, kind, String(realmId))).then(
        () => true,
        () => false,
      ),
    ),
  );
  return kinds.filter((_, n) => has[n] === true);
}
