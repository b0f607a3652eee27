import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { PRIVATE_FILE_MODE } from '../../../../engine/files/private.ts';
import type { ArchiveFiles } from '../archive/archive-files.ts';
import { textOf } from '../texts.ts';
import { numberOf, type JsonObject } from '../values.ts';
import { documentsIn } from './bson.ts';

const STORES = ['rocketchat_uploads', 'custom_emoji', 'rocketchat_avatars'] as const;
type Store = (typeof STORES)[number];

const CHUNK_BYTES = 261_120;
const MAX_FILE_BYTES = 4 * 1024 ** 3;

type StoredFile = { readonly length: number; readonly chunkBytes: number; readonly number: number };

/** Files that the database keeps in pieces, and those beside the dump. */
export type StoredFiles = {
  /** The name of a file for `open`, if the archive has it. */
  pathOf(store: Store, id: string): string | undefined;
  open(name: string): Promise<Readable | undefined>;
  close(): Promise<void>;
};

/** Finds the files of a dump. Their pieces are put together in a directory for temporary files when the first is opened. */
export async function findStoredFiles(files: ArchiveFiles, top: string): Promise<StoredFiles> {
  const stored = new Map<string, StoredFile>();
  for (const store of STORES)
    for await (const row of documentsIn(files, `${top}${store}.files.bson`)) {
      const length = numberOf(row['length']) ?? -1;
      const chunkBytes = numberOf(row['chunkSize']) ?? CHUNK_BYTES;
      if (length < 0 || length > MAX_FILE_BYTES || chunkBytes <= 0) continue;
      for (const id of new Set([textOf(row['_id']), textOf(row['filename'])]))
        stored.set(`${store}:${id}`, { length, chunkBytes, number: stored.size });
    }
  const beside = new Map(
    files.names
      .filter((name) => /(?:^|\/)uploads\/[^/]+$/.test(name))
      .map((name) => [name.slice(name.lastIndexOf('/') + 1).replace(/\.[^.]*$/, ''), name]),
  );
  let home: Promise<string> | undefined;
  return {
    pathOf: (store, id) => {
      const name = `${store}:${id}`;
      return stored.has(name) ? name : store === 'rocketchat_uploads' ? beside.get(id) : undefined;
    },
    open: async (name) => {
      const file = stored.get(name);
      if (file === undefined) return files.open(name);
      home ??= putTogether(files, top, stored);
      return createReadStream(path.join(await home, String(file.number)));
    },
    close: async () => {
      if (home !== undefined) await rm(await home, { recursive: true, force: true });
    },
  };
}

async function putTogether(
  files: ArchiveFiles,
  top: string,
  stored: ReadonlyMap<string, StoredFile>,
): Promise<string> {
  const home = await mkdtemp(path.join(tmpdir(), 'pieces-'));
  for (const store of STORES)
    for await (const row of documentsIn(files, `${top}${store}.chunks.bson`)) {
      const file = stored.get(`${store}:${textOf(row['files_id'])}`);
      if (file !== undefined) await putPiece(home, file, row);
    }
  return home;
}

/** A piece beyond the length of its file is left out. */
async function putPiece(home: string, file: StoredFile, row: JsonObject): Promise<void> {
  const data = row['data'];
  const from = (numberOf(row['n']) ?? -1) * file.chunkBytes;
  if (!Buffer.isBuffer(data) || from < 0 || from + data.length > file.length) return;
  const handle = await open(path.join(home, String(file.number)), 'a+', PRIVATE_FILE_MODE);
  await handle.close();
  const writer = await open(path.join(home, String(file.number)), 'r+');
  try {
    await writer.write(data, 0, data.length, from);
  } finally {
    await writer.close();
  }
}
