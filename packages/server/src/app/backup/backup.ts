import { cp, mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { shownSettings } from '../../engine/config.ts';
import { sql } from '../../engine/db/sql.ts';
import { keptDirectory } from '../../engine/files/disk-store.ts';
import { exists } from '../../engine/files/prepare.ts';
import { PRIVATE_DIRECTORY, PRIVATE_FILE_MODE } from '../../engine/files/private.ts';
import { VERSION } from '../../engine/version.ts';
import type { World } from '../../http/world.ts';
import { describeParts, DUMP, FILES, manifestPath, SETTINGS, writeManifest } from './manifest.ts';
import { runOnDatabase } from './postgres-programs.ts';

export type BackupSummary = { readonly directory: string; readonly parts: number; readonly bytes: number };

/**
 * Writes database, files and settings to a new directory below the given one. The secret is not among them. Files are copied
 * after the dump, so that no row of it lacks its file. A name that begins with a dot marks a backup that is not complete.
 */
export async function makeBackup(world: World, parent: string): Promise<BackupSummary> {
  const { config, clock, pool } = world;
  const createdAt = new Date(clock.now()).toISOString();
  const name = `parley-${createdAt.replaceAll(/[:.]/g, '-')}`;
  const draft = path.join(parent, `.${name}`);
  await mkdir(draft, PRIVATE_DIRECTORY);
  await runOnDatabase('pg_dump', config.database.url, [
    '--format=custom',
    `--file=${path.join(draft, DUMP)}`,
  ]);
  const kept = keptDirectory(config.files.directory);
  const hasFiles = config.files.s3 === undefined && (await exists(kept));
  if (hasFiles) await cp(kept, path.join(draft, FILES), { recursive: true, preserveTimestamps: true });
  const settings = shownSettings().filter(({ source }) => source === 'set');
  await write(path.join(draft, SETTINGS), `${JSON.stringify(settings, undefined, 2)}\n`);
  const parts = await describeParts(draft);
  await write(manifestPath(draft), writeManifest({ release: VERSION, createdAt, hasFiles, parts }));
  const directory = path.join(parent, name);
  await rename(draft, directory);
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
  await pool.all(sql`
    insert into server_note (name, value) values ('backup', ${JSON.stringify({ bytes })}::jsonb)
    on conflict (name) do update set value = excluded.value, at = now()`);
  return { directory, parts: parts.length, bytes };
}

function write(file: string, text: string): Promise<void> {
  return writeFile(file, text, { mode: PRIVATE_FILE_MODE, flush: true });
}
