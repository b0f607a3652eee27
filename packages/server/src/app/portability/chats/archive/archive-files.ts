import type { Readable } from 'node:stream';
import { CommandError } from '../../../cli/explain.ts';

/** Entries of an archive beyond this number are in no export. */
export const MAX_ENTRIES = 1_000_000;
/** Unpacked bytes, for archives that are more than this many times smaller. */
const MAX_UNPACKED_BYTES = 1024 ** 3;
const MAX_RATIO = 200;
/** A list that is parsed as a whole. */
const MAX_TEXT_BYTES = 64 * 1024 * 1024;

/** Files in an archive by their names, which are never paths on this machine. */
export type ArchiveFiles = {
  readonly names: readonly string[];
  has(name: string): boolean;
  /** Entries whose names lead elsewhere, and links. */
  readonly refused: number;
  open(name: string): Promise<Readable | undefined>;
  close(): Promise<void>;
};

/** Whether a name is no plain path within the archive. */
export function leadsElsewhere(name: string): boolean {
  return (
    name.length > 1_000 ||
    /^[/\\]|^[A-Za-z]:|[\0\\]/.test(name) ||
    name.split('/').some((part) => part === '..' || part === '.')
  );
}

/** Refuses archives of which a small file makes a full disk. */
export function checkUnpacked(count: number, unpacked: number, packed: number): void {
  if (count > MAX_ENTRIES) throw new CommandError(`The archive has more than ${MAX_ENTRIES} files.`);
  if (unpacked > MAX_UNPACKED_BYTES && unpacked > MAX_RATIO * packed)
    throw new CommandError('The archive unpacks to far more than an export: it is not read.');
}

/** The content of a file that every export has. */
export async function contentOf(files: ArchiveFiles, name: string): Promise<Readable> {
  const content = await files.open(name);
  if (content === undefined)
    throw new CommandError(`The archive has no ${JSON.stringify(name)} that can be read.`);
  return content;
}

export async function textIn(files: ArchiveFiles, name: string): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of (await contentOf(files, name)) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > MAX_TEXT_BYTES)
        throw new CommandError(
          `${JSON.stringify(name)} in the archive is larger than any part of an export.`,
        );
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${JSON.stringify(name)} in the archive is damaged.`);
  }
  return Buffer.concat(chunks).toString('utf8');
}
