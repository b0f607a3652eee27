import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { codeOf, isFull, isStoreUnavailable } from './errors.ts';
import type { Content, FileStore, Range, StoredFile } from './file-store.ts';

/** Files below one directory. Several nodes share it, or use an object store instead. */
export function createDiskStore(directory: string): FileStore {
  const incoming = path.join(directory, 'incoming');
  const placeOf = (key: string): string => path.join(directory, 'kept', key);
  return {
    put: async (key, content) => {
      const draft = path.join(incoming, randomUUID());
      const place = placeOf(key);
      try {
        await mkdir(incoming, { recursive: true });
        await mkdir(path.dirname(place), { recursive: true });
        await bring(content, draft);
        await rename(draft, place);
        await settle(path.dirname(place));
      } catch (error) {
        await rm(draft, { force: true });
        throw isFull(error) ? isStoreUnavailable(error) : error;
      }
    },
    get: (key, range) => read(placeOf(key), range),
    delete: (key) => rm(placeOf(key), { force: true }),
    close: () => {},
  };
}

/** Whole and on the disk itself before it gets its name. */
async function bring(content: Content, draft: string): Promise<void> {
  if (!(content instanceof Uint8Array)) await moveOrCopy(content.path, draft);
  const file = await open(draft, content instanceof Uint8Array ? 'wx' : 'r+');
  try {
    if (content instanceof Uint8Array) await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function moveOrCopy(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error;
    await copyFile(from, to);
  }
}

async function settle(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function read(place: string, range: Range | undefined): Promise<StoredFile | undefined> {
  const file = await openOrNothing(place);
  if (file === undefined) return undefined;
  const { size } = await file.stat();
  const [from, to] = [range?.from ?? 0, range?.to ?? size - 1];
  // A stream cannot be asked for no bytes at all.
  const content = file.createReadStream(size === 0 ? {} : { start: from, end: to });
  return { size: to - from + 1, content };
}

async function openOrNothing(place: string): Promise<FileHandle | undefined> {
  try {
    return await open(place, 'r');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
