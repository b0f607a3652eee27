import { createHash, type Hash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { PRIVATE_FILE_MODE } from '../../engine/files/private.ts';
import type { ArchivePart } from './archive.ts';

/** Counts and hashes lines. */
export class LineDigest {
  readonly #hash: Hash = createHash('sha256');
  #rows = 0;
  #bytes = 0;

  /** Adds whole lines, each with its end. */
  add(text: Buffer, rows: number): void {
    this.#hash.update(text);
    this.#rows += rows;
    this.#bytes += text.length;
  }

  /** To be called once. */
  part(): ArchivePart {
    return { rows: this.#rows, bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }
}

export type LineWriter = { readonly write: (lines: readonly (string | Buffer)[]) => Promise<void> };

/** Writes a file of lines; returns its length and hash when everything is on the disk. */
export async function writeLines(
  file: string,
  work: (writer: LineWriter) => Promise<void>,
): Promise<ArchivePart> {
  const digest = new LineDigest();
  const handle: FileHandle = await open(file, 'w', PRIVATE_FILE_MODE);
  try {
    await work({
      write: async (lines) => {
        if (lines.length === 0) return;
        const text = joinLines(lines);
        digest.add(text, lines.length);
        await handle.write(text);
      },
    });
    await handle.sync();
  } finally {
    await handle.close();
  }
  return digest.part();
}

const END = Buffer.from('\n');

export function joinLines(lines: readonly (string | Buffer)[]): Buffer {
  return Buffer.concat(lines.flatMap((line) => [Buffer.from(line), END]));
}
