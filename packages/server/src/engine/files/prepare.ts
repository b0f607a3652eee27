import { access, mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config.ts';
import { keptDirectory } from './disk-store.ts';
import { codeOf } from './errors.ts';
import { PRIVATE_DIRECTORY } from './private.ts';
import { loadS3Library, spoolDirectory } from './store.ts';

/**
 * Creates the directories of a new server, at its start, and loads the library of buckets. Returns false if the directory of files is missing although files
 * were stored: its disk is probably not mounted, and a new directory would hide that.
 */
export async function prepareFiles(
  files: Config['files'],
  hasStoredFiles: () => Promise<boolean>,
): Promise<boolean> {
  if (files.s3 === undefined && !(await exists(keptDirectory(files.directory)))) {
    if (await hasStoredFiles()) return false;
    await makeDirectories(keptDirectory(files.directory), files.directory);
  }
  await makeDirectories(spoolDirectory(files), files.directory);
  // Loading takes 100 ms of the event loop, which the first upload would take from all requests.
  if (files.s3 !== undefined) await loadS3Library();
  return true;
}

/**
 * Creates a directory and those above it; returns the first that was created. The given root and directories below it are
 * for the account of the server alone; those above may contain files of others. The recursive form of Node.js never ends
 * where directories cannot be created, such as in /proc.
 */
export async function makeDirectories(directory: string, root: string): Promise<string | undefined> {
  const place = path.resolve(directory);
  if (await exists(place)) return undefined;
  const above = await makeDirectories(path.dirname(place), root);
  const isAbove = path.relative(root, place).startsWith('..');
  await mkdir(place, isAbove ? {} : { mode: PRIVATE_DIRECTORY.mode }).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
  return above ?? place;
}

export async function exists(directory: string): Promise<boolean> {
  return access(directory).then(
    () => true,
    () => false,
  );
}
