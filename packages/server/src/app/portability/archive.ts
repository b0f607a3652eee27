import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod';
import { PRIVATE_FILE_MODE } from '../../engine/files/private.ts';
import { CommandError, reasonOf } from '../cli/explain.ts';
import { readLines } from './lines.ts';

/** The form of archives. A change that older releases cannot read increases it. */
export const ARCHIVE_VERSION = 1;

const part = z.object({
  rows: z.int().min(0),
  bytes: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
const snapshot = z.object({
  format: z.literal('parley-organization'),
  version: z.literal(ARCHIVE_VERSION),
  /** The release that wrote it. */
  release: z.string(),
  createdAt: z.iso.datetime(),
  organization: z.object({ id: z.int(), subdomain: z.string(), name: z.string() }),
  /** Absent in archives of earlier releases, which have everything. */
  content: z.enum(['everything', 'public', 'full_with_consent']).optional(),
  /** The position of the log at which all rows were read. */
  position: z.int().min(0),
  /** The archive that this one has the changes since: its position, and the hash of its manifest. */
  after: z.object({ position: z.int().min(0), manifest: part.shape.sha256 }).optional(),
  /** Rows by table, the columns that they have, and the changes that lead to them from the archive before. */
  tables: z.record(z.string(), part.extend({ columns: z.array(z.string()), changes: part.optional() })),
});
const manifest = snapshot.extend({
  /** `files.jsonl`, which has the name, length and hash of every file. */
  files: part,
  /** Files that rows name and the store did not have. */
  missing: z.array(z.string()),
});

export type ArchivePart = z.infer<typeof part>;
export type Snapshot = z.infer<typeof snapshot>;
export type ArchiveManifest = z.infer<typeof manifest>;

/** A line of `files.jsonl`. */
const fileLine = z.object({
  name: z
    .string()
    .max(90)
    .regex(/^[a-z0-9][a-z0-9_-]*(\/[a-z0-9][a-z0-9_-]*){1,3}(\.[a-z0-9]{1,8})?$/),
  bytes: z.int().min(0),
  sha256: part.shape.sha256,
  /** Whether the file is in the archive before and not in this one. */
  isEarlier: z.literal(true).optional(),
});
export type FileLine = z.infer<typeof fileLine>;

/** Exists once all rows of an export are written; the files may still be missing. */
const SNAPSHOT = 'snapshot.json';
/** Written last: an archive without it is not complete. */
const MANIFEST = 'manifest.json';
export const FILES_LIST = 'files.jsonl';

export function rowsPath(directory: string, table: string): string {
  return path.join(directory, 'rows', `${table}.jsonl`);
}

export function changesPath(directory: string, table: string): string {
  return path.join(directory, 'changes', `${table}.jsonl`);
}

export function filePath(directory: string, name: string): string {
  return path.join(directory, 'files', name);
}

export function readSnapshot(directory: string): Promise<Snapshot | undefined> {
  return readJson(path.join(directory, SNAPSHOT), snapshot);
}

export async function writeSnapshot(directory: string, content: Snapshot): Promise<void> {
  await writeJson(path.join(directory, SNAPSHOT), content);
}

export async function writeManifest(directory: string, content: ArchiveManifest): Promise<void> {
  await writeJson(path.join(directory, MANIFEST), content);
}

export async function readManifest(directory: string): Promise<ArchiveManifest> {
  const found = await readJson(path.join(directory, MANIFEST), manifest);
  if (found !== undefined) return found;
  throw new CommandError(`${directory} is not a complete archive: it has no ${MANIFEST}.`);
}

/** Tells archives apart. */
export function identityOf(content: ArchiveManifest): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

export async function hasManifest(directory: string): Promise<boolean> {
  return lstat(path.join(directory, MANIFEST)).then(
    () => true,
    () => false,
  );
}

/** Length, number of lines and hash of a file with a line for each row. */
export async function describeLines(file: string): Promise<ArchivePart> {
  const hash = createHash('sha256');
  let [rows, bytes] = [0, 0];
  for await (const line of readLines(file)) {
    hash.update(line).update('\n');
    rows += 1;
    bytes += line.length + 1;
  }
  return { rows, bytes, sha256: hash.digest('hex') };
}

export async function* readFileLines(directory: string): AsyncGenerator<FileLine> {
  for await (const line of readLines(path.join(directory, FILES_LIST))) {
    const parsed = fileLine.safeParse(JSON.parse(line.toString()));
    if (!parsed.success)
      throw new CommandError(`${FILES_LIST} has an invalid line: ${z.prettifyError(parsed.error)}`);
    yield parsed.data;
  }
}

/** Length and hash of a file, which must be one itself: no link, directory or device. */
export async function describeFile(file: string): Promise<Omit<ArchivePart, 'rows'>> {
  const stat = await lstat(file);
  if (!stat.isFile()) throw new CommandError(`${file} is not a file.`);
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return { bytes: stat.size, sha256: hash.digest('hex') };
}

async function readJson<T>(file: string, schema: z.ZodType<T>): Promise<T | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : reasonOf(error);
    throw new CommandError(`${file} cannot be read by this release: ${reason}`);
  }
}

/** Readers see the whole content or none. */
async function writeJson(file: string, content: object): Promise<void> {
  await writeFile(`${file}.new`, `${JSON.stringify(content, undefined, 2)}\n`, {
    mode: PRIVATE_FILE_MODE,
    flush: true,
  });
  await rename(`${file}.new`, file);
}
