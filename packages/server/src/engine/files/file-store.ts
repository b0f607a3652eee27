import type { Readable } from 'node:stream';

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
