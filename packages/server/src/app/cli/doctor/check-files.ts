import { randomUUID } from 'node:crypto';
import { rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../../engine/config.ts';
import { keptDirectory } from '../../../engine/files/disk-store.ts';
import { exists, makeDirectories } from '../../../engine/files/prepare.ts';
import { createFileStore, readStoredFile } from '../../../engine/files/store.ts';
import { reasonOf } from '../explain.ts';
import { failed, passed, warning, type CheckResult } from './check-result.ts';

/** Checks the places of uploaded files. With a bucket, the directory holds uploads in progress. */
export async function checkFiles({ files }: Pick<Config, 'files'>): Promise<CheckResult[]> {
  if (files.s3 === undefined)
    return [await checkDirectory('files', files.directory, keptDirectory(files.directory))];
  return [
    await checkDirectory('uploads', files.directory, files.directory),
    await checkBucket(files, files.s3),
  ];
}

async function checkDirectory(subject: string, directory: string, needed: string): Promise<CheckResult> {
  const place = path.resolve(directory);
  try {
    if (!(await exists(needed))) {
      await tryToCreate(needed);
      return warning(
        subject,
        `${path.resolve(needed)} does not exist`,
        'The first start of the server creates it. If files were stored before, mount or restore it.',
      );
    }
    const draft = path.join(place, `doctor-${randomUUID()}`);
    await writeFile(draft, 'doctor');
    await rm(draft);
    return checkSpace(subject, directory, await freeBytes(place));
  } catch (error) {
    return failed(
      subject,
      `${place}: ${reasonOf(error)}`,
      'Correct PARLEY_FILES, or make the directory writable for the user of the server.',
    );
  }
}

const GIBIBYTE = 1024 ** 3;

function checkSpace(subject: string, directory: string, free: number): CheckResult {
  const found = `${path.resolve(directory)}, ${(free / GIBIBYTE).toFixed(1)} GiB free`;
  if (free < GIBIBYTE)
    return warning(subject, found, 'Free space on this disk: when it is full, uploads get 503.');
  return path.isAbsolute(directory)
    ? passed(subject, found)
    : warning(
        subject,
        found,
        'Set PARLEY_FILES to an absolute path; this one depends on where the command is started.',
      );
}

async function freeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}

/** Throws if the directory cannot be created, and leaves nothing behind. */
async function tryToCreate(directory: string): Promise<void> {
  const first = await makeDirectories(directory, directory);
  if (first !== undefined) await rm(first, { recursive: true });
}

/** Writes, reads and deletes a small object, which is all that the key needs to be allowed. */
async function checkBucket(
  files: Config['files'],
  { bucket, endpoint }: NonNullable<Config['files']['s3']>,
): Promise<CheckResult> {
  const found = `${bucket} at ${endpoint === '' ? 'Amazon S3' : endpoint}`;
  const store = createFileStore(files);
  const key = `doctor/${randomUUID()}`;
  try {
    await store.put(key, Buffer.from(key));
    const stored = await readStoredFile(store, key);
    await store.delete(key);
    if (stored?.toString() === key) return passed('bucket', found);
    return failed('bucket', `${found} returned other bytes than were stored`, 'Check the object store.');
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    return failed(
      'bucket',
      `${found}: ${reasonOf(cause)}`,
      'Start the object store, or correct PARLEY_S3_ENDPOINT, PARLEY_S3_BUCKET and the key, which needs GetObject, PutObject and DeleteObject.',
    );
  } finally {
    store.close();
  }
}
