import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PRIVATE_DIRECTORY, PRIVATE_FILE_MODE } from '../../engine/files/private.ts';
import type { World } from '../../http/world.ts';
import {
  describeFile,
  describeLines,
  filePath,
  FILES_LIST,
  readFileLines,
  type FileLine,
} from './archive.ts';
import { TO_COPY, type EarlierArchive, type ExportWork } from './export-work.ts';
import { readLines } from './lines.ts';
import { createProgress } from './progress.ts';
import type { RealmFile } from './realm-files.ts';

/** Copies the files that the archive lacks; returns the names of those that the store does not have. */
export async function exportFiles({ files, clock }: World, work: ExportWork): Promise<string[]> {
  const { directory, report, pace, earlier } = work;
  const listPath = path.join(directory, FILES_LIST);
  const done = await knownFiles(directory, listPath);
  const before = await filesBefore(earlier);
  const list = await open(listPath, 'w', PRIVATE_FILE_MODE);
  const missing: string[] = [];
  const todo = path.join(directory, TO_COPY);
  const progress = createProgress(clock, report, 'files', (await describeLines(todo)).rows);
  try {
    for await (const text of readLines(todo)) {
      const { key, name } = JSON.parse(text.toString()) as RealmFile;
      const known = done.get(name) ?? (isUpload(name) ? before.get(name) : undefined);
      const line = known ?? (await copyChanged(await files.get(key), directory, name, before));
      // Thumbnails are made when they are wanted.
      if (line !== undefined) await list.write(`${JSON.stringify(line)}\n`);
      else if (!isThumbnail(name)) missing.push(name);
      progress.add(1);
      await pace();
    }
    await list.sync();
  } finally {
    await list.close();
  }
  return missing;
}

function isThumbnail(name: string): boolean {
  return name.endsWith('.webp') && path.basename(name).includes('-');
}

/** Uploads never change under their name; pictures of people may. */
function isUpload(name: string): boolean {
  return name.startsWith('uploads/');
}

async function filesBefore(earlier: EarlierArchive | undefined): Promise<Map<string, FileLine>> {
  const known = new Map<string, FileLine>();
  if (earlier !== undefined)
    for await (const line of readFileLines(earlier.directory))
      known.set(line.name, { ...line, isEarlier: true });
  return known;
}

/** Copies a file unless the archive before has it. */
async function copyChanged(
  stored: { readonly content: Readable } | undefined,
  directory: string,
  name: string,
  before: ReadonlyMap<string, FileLine>,
): Promise<FileLine | undefined> {
  const copied = await copyFile(stored, directory, name);
  const known = before.get(name);
  if (known === undefined || copied?.sha256 !== known.sha256) return copied;
  await rm(filePath(directory, name));
  return known;
}

/** Files that an earlier attempt has copied. Its list may end within a line. */
async function knownFiles(directory: string, listPath: string): Promise<Map<string, FileLine>> {
  const known = new Map<string, FileLine>();
  try {
    for await (const line of readFileLines(directory)) {
      if (line.isEarlier === true) continue;
      const found = await describeFile(filePath(directory, line.name)).catch(() => undefined);
      if (found?.sha256 === line.sha256) known.set(line.name, line);
    }
  } catch {
    await rm(listPath, { force: true });
  }
  return known;
}

async function copyFile(
  stored: { readonly content: Readable } | undefined,
  directory: string,
  name: string,
): Promise<FileLine | undefined> {
  if (stored === undefined) return undefined;
  const target = filePath(directory, name);
  await mkdir(path.dirname(target), PRIVATE_DIRECTORY);
  const hash = createHash('sha256');
  let bytes = 0;
  const measure = new Transform({
    transform: (chunk: Buffer, _, done) => {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  const sink = createWriteStream(`${target}.new`, { mode: PRIVATE_FILE_MODE, flush: true });
  await pipeline(stored.content, measure, sink);
  await rename(`${target}.new`, target);
  return { name, bytes, sha256: hash.digest('hex') };
}
