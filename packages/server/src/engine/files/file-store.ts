import type { Readable } from 'node:stream';

/** Storage of file contents by key. Names, owners and permissions are in the database. */
export type FileStore = {
  /** Atomic: readers see the old or the new content, never a part. */
  put(key: string, content: Content): Promise<void>;
  get(key: string, range?: ByteRange): Promise<StoredFile | undefined>;
  /** Succeeds also if the file does not exist. */
  delete(key: string): Promise<void>;
  close(): void;
};

/** Bytes, or a local file that the store may move. */
export type Content = Uint8Array | { readonly path: string; readonly size: number };

/** First and last byte, both inclusive as in HTTP, within the file. */
export type ByteRange = { readonly from: number; readonly to: number };

/** `size` is the length of `content`; a caller that does not read the stream to its end must destroy it. */
export type StoredFile = { readonly size: number; readonly content: Readable };
