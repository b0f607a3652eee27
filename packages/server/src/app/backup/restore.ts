import { cp, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from 'pg';
import type { Config } from '../../engine/config.ts';
import { withClient } from '../../engine/db/with-client.ts';
import { keptDirectory } from '../../engine/files/disk-store.ts';
import { makeDirectories } from '../../engine/files/prepare.ts';
import { OMITTED_FROM_COPIES } from '../cells/copy-realm.ts';
import { CommandError } from '../cli/explain.ts';
import { DUMP, FILES, verifyBackup, type Manifest } from './manifest.ts';
import { runOnDatabase } from './postgres-programs.ts';

/** Restores a verified backup into an empty database and an empty directory of files. */
export async function restoreBackup(
  config: Config,
  directory: string,
  { isHarmless }: { readonly isHarmless: boolean },
): Promise<Manifest> {
  const manifest = await verifyBackup(directory);
  const kept = keptDirectory(config.files.directory);
  await refuseUsed(config, manifest, kept);
  await runOnDatabase('pg_restore', config.database.url, [
    '--no-owner',
    '--exit-on-error',
    path.join(directory, DUMP),
  ]);
  if (isHarmless) await withClient(config.database.url, makeHarmless);
  if (manifest.hasFiles && config.files.s3 === undefined) {
    await makeDirectories(kept, config.files.directory);
    await cp(path.join(directory, FILES), kept, { recursive: true, preserveTimestamps: true });
  }
  return manifest;
}

/** Nothing is replaced: a mistake in the name of a database must not cost its content. */
async function refuseUsed(config: Config, { hasFiles }: Manifest, kept: string): Promise<void> {
  const isUsed = await withClient(config.database.url, async (client) => {
    const { rows } = await client.query<{ used: boolean }>(
      "select exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')) as used",
    );
    return rows[0]?.used === true;
  });
  if (isUsed)
    throw new CommandError(
      'The database of PARLEY_DATABASE_URL is not empty. Stop all nodes, and create an empty one: createdb --owner=USER --encoding=UTF8 --locale=C.UTF-8 --template=template0 NAME',
    );
  if (!hasFiles || config.files.s3 !== undefined) return;
  const files = await readdir(kept).catch(() => []);
  if (files.length > 0)
    throw new CommandError(
      `${kept} is not empty. Set PARLEY_FILES to a new directory, or move the old files away.`,
    );
}

/**
 * Marks all organizations as copies for trials, as `parley realm copy` does: e-mails, pushes, scheduled messages and webhooks
 * are not sent, and jobs delete nothing.
 */
async function makeHarmless(client: Client): Promise<void> {
  await client.query('begin');
  for (const table of OMITTED_FROM_COPIES) await client.query(`delete from ${table}`);
  await client.query('update log_reader set paused_at = coalesce(paused_at, now())');
  await client.query('update realm set is_copy = true');
  await client.query('commit');
}
