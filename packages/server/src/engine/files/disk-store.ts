import { randomUUID } from 'node:crypto';
import { access, copyFile, mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { codeOf, isStorageError, StoreUnavailableError } from './errors.ts';
import { PRIVATE_DIRECTORY, PRIVATE_FILE_MODE } from './private.ts';
import type { Content, FileStore, ByteRange, StoredFile } from './file-store.ts';

/** The directory of stored files, which a server creates only at its first start. */
export function keptDirectory(directory: string): string {
  return path.join(directory, 'kept');
}

/** Stores files in a directory, which several nodes must share. */
export function createDiskStore(directory: string): FileStore {
  const incoming = path.join(directory, 'incoming');
  const pathOf = (key: string): string => path.join(keptDirectory(directory), key);
  return {
    put: async (key, content) => {
      const draft = path.join(incoming, randomUUID());
      const filePath = pathOf(key);
      try {
        // A disk that is no longer mounted must not be replaced by a directory whose files its return would hide.
        await access(keptDirectory(directory));
        await mkdir(incoming, PRIVATE_DIRECTORY);
        await mkdir(path.dirname(filePath), PRIVATE_DIRECTORY);
        await writeDraft(content, draft);
        await rename(draft, filePath);
        await syncDirectory(path.dirname(filePath));
      } catch (error) {
        await rm(draft, { force: true });
        throw isStorageError(error) ? new StoreUnavailableError(error) : error;
      }
    },
    get: (key, range) => read(pathOf(key), range),
    delete: (key) => rm(pathOf(key), { force: true }),
    close: () => {},
  };
}

/** Writes and syncs the file before it is renamed to its final path. */
async function writeDraft(content: Content, draft: string): Promise<void> {
  if (!(content instanceof Uint8Array)) await moveOrCopy(content.path, draft);
  const file = await open(draft, content instanceof Uint8Array ? 'wx' : 'r+', PRIVATE_FILE_MODE);
  try {
    if (content instanceof Uint8Array) await file.writeFile(content);
    await file.chmod(PRIVATE_FILE_MODE);
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

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function read(filePath: string, range: ByteRange | undefined): Promise<StoredFile | undefined> {
  const file = await openIfExists(filePath);
  if (file === undefined) return undefined;
  const { size } = await file.stat();
  const [from, to] = [range?.from ?? 0, range?.to ?? size - 1];
  // An empty range cannot be expressed with start and end.
  const content = file.createReadStream(size === 0 ? {} : { start: from, end: to });
  return { size: to - from + 1, content };
}

async function openIfExists(filePath: string): Promise<FileHandle | undefined> {
  try {
    return await open(filePath, 'r');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw isStorageError(error) ? new StoreUnavailableError(error) : error;
  }
}
