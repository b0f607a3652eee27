import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod';
import { CommandError, reasonOf } from '../cli/explain.ts';

/** The last file of a backup to be written: a backup without one is not complete. */
const MANIFEST = 'manifest.json';
const FORMAT = 1;

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  release: z.string(),
  createdAt: z.string(),
  /** Whether uploaded files are in the backup; those of a bucket are not. */
  hasFiles: z.boolean(),
  parts: z.array(z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })),
});

export type Manifest = z.infer<typeof manifestSchema>;

export const DUMP = 'database.dump';
export const SETTINGS = 'settings.json';
export const FILES = 'files';

export function manifestPath(directory: string): string {
  return path.join(directory, MANIFEST);
}

/** Describes everything in a directory. */
export async function describeParts(directory: string): Promise<Manifest['parts']> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const parts: Manifest['parts'] = [];
  for (const file of files.toSorted())
    parts.push({
      path: path.relative(directory, file),
      bytes: (await stat(file)).size,
      sha256: await hashOf(file),
    });
  return parts;
}

export function writeManifest(content: Omit<Manifest, 'format'>): string {
  return `${JSON.stringify({ format: FORMAT, ...content }, undefined, 2)}\n`;
}

/** Reads the manifest of a backup, and compares every part with it. */
export async function verifyBackup(directory: string): Promise<Manifest> {
  const text = await readFile(manifestPath(directory), 'utf8').catch((error: unknown) => {
    throw new CommandError(`${directory} is not a complete backup: ${reasonOf(error)}`);
  });
  const manifest = manifestSchema.parse(JSON.parse(text));
  const found = new Map((await describeParts(directory)).map((part) => [part.path, part.sha256]));
  const wrong = manifest.parts.filter((part) => found.get(part.path) !== part.sha256);
  if (wrong.length > 0)
    throw new CommandError(
      `The backup is damaged: ${wrong.length} of ${manifest.parts.length} parts are missing or changed, such as ${wrong[0]?.path}.`,
    );
  return manifest;
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
