import path from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Config } from '../config.ts';
import { createDiskStore } from './disk-store.ts';
import { createS3Store } from './s3-store.ts';

/** Where bytes of files are kept. Names, owners and rights are in the database; a key tells nobody anything. */
export type FileStore = {
  /** All or nothing: whoever reads sees the file as it was or as it is now, never a part. */
  put(key: string, content: Content): Promise<void>;
  get(key: string, range?: Range): Promise<StoredFile | undefined>;
  /** Deleting what is not there succeeds. */
  delete(key: string): Promise<void>;
  close(): void;
};

/** Bytes at hand, or a file on this machine that the store may take away. */
export type Content = Uint8Array | { readonly path: string; readonly size: number };

/** From the first to the last byte, both included, as HTTP counts; inside the file. */
export type Range = { readonly from: number; readonly to: number };

/** `size` says how many bytes `content` will give. Who does not read it to its end destroys it. */
export type StoredFile = { readonly size: number; readonly content: Readable };

export const createFileStore = (files: Config['files']): FileStore => {
  const store = files.s3 === undefined ? createDiskStore(files.directory) : createS3Store(files.s3);
  return {
    put: async (key, content) => store.put(checked(key), content),
    get: async (key, range) => store.get(checked(key), range),
    delete: async (key) => store.delete(checked(key)),
    close: () => {
      store.close();
    },
  };
};

/** Where files wait that are on their way to the store. */
export const spoolDirectory = ({ directory }: Config['files']): string => path.join(directory, 'incoming');

/** A small file as a whole. */
export const readWhole = async (store: FileStore, key: string): Promise<Buffer | undefined> => {
  const found = await store.get(key);
  return found === undefined ? undefined : buffer(found.content);
};

/** Words of small letters and digits between slashes: nothing that a file system or a URL reads in its own way. */
const KEY = /^[a-z0-9][a-z0-9_-]*(\/[a-z0-9][a-z0-9_-]*)*(\.[a-z0-9]{1,8})?$/;
const MAX_KEY = 512;

const checked = (key: string): string => {
  if (key.length > MAX_KEY || !KEY.test(key)) throw new Error('This is not the key of a file.');
  return key;
};
