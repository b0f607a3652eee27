import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Config } from '../config.ts';
import { createDiskStore } from './disk-store.ts';
import type { FileStore } from './file-store.ts';

export function createFileStore(files: Config['files']): FileStore {
  const { s3 } = files;
  const store =
    s3 === undefined
      ? createDiskStore(files.directory)
      : lazyStore(async () => (await loadS3Library()).createS3Store(s3));
  return {
    put: async (key, content) => store.put(validKey(key), content),
    get: async (key, range) => store.get(validKey(key), range),
    delete: async (key) => store.delete(validKey(key)),
    close: () => {
      store.close();
    },
  };
}

/** The S3 library is large, so it is loaded only where files are in a bucket. */
export function loadS3Library(): Promise<typeof import('./s3-store.ts')> {
  return import('./s3-store.ts');
}

function lazyStore(load: () => Promise<FileStore>): FileStore {
  let loaded: Promise<FileStore> | undefined;
  const store = (): Promise<FileStore> => (loaded ??= load());
  return {
    put: async (key, content) => (await store()).put(key, content),
    get: async (key, range) => (await store()).get(key, range),
    delete: async (key) => (await store()).delete(key),
    close: () => {
      void loaded?.then((opened) => opened.close());
    },
  };
}

/** The directory of uploads that are not yet in the store. */
export function spoolDirectory({ directory }: Config['files']): string {
  return path.join(directory, 'incoming');
}

/** Reads a small file into memory. */
export async function readStoredFile(store: FileStore, key: string): Promise<Buffer | undefined> {
  const found = await store.get(key);
  return found === undefined ? undefined : buffer(found.content);
}

/** Lowercase path segments without characters that have a meaning in file systems or URLs. */
const KEY = /^[a-z0-9][a-z0-9_-]*(\/[a-z0-9][a-z0-9_-]*)*(\.[a-z0-9]{1,8})?$/;
const MAX_KEY_LENGTH = 512;

function validKey(key: string): string {
  if (key.length > MAX_KEY_LENGTH || !KEY.test(key))
    throw new Error(`Invalid file key: ${key.slice(0, MAX_KEY_LENGTH)}`);
  return key;
}
