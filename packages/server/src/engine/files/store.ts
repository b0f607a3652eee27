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
      : lazily(async () => (await import('./s3-store.ts')).createS3Store(s3));
  return {
    put: async (key, content) => store.put(checked(key), content),
    get: async (key, range) => store.get(checked(key), range),
    delete: async (key) => store.delete(checked(key)),
    close: () => {
      store.close();
    },
  };
}

/** The library of object stores is large: it is loaded when the first file comes or goes. */
function lazily(load: () => Promise<FileStore>): FileStore {
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

/** Where files wait that are on their way to the store. */
export function spoolDirectory({ directory }: Config['files']): string {
  return path.join(directory, 'incoming');
}

/** A small file as a whole. */
export async function readWhole(store: FileStore, key: string): Promise<Buffer | undefined> {
  const found = await store.get(key);
  return found === undefined ? undefined : buffer(found.content);
}

/** Words of small letters and digits between slashes: nothing that a file system or a URL reads in its own way. */
const KEY = /^[a-z0-9][a-z0-9_-]*(\/[a-z0-9][a-z0-9_-]*)*(\.[a-z0-9]{1,8})?$/;
const MAX_KEY = 512;

function checked(key: string): string {
  if (key.length > MAX_KEY || !KEY.test(key)) throw new Error('This is not the key of a file.');
  return key;
}
