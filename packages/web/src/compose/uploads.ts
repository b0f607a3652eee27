import type { Client } from '@parley/client';
import { createCell, type Cell } from '../data/cell.ts';

/** A file of a message. */
export type UploadItem = {
  readonly id: number;
  readonly name: string;
  readonly file: File;
  readonly status: 'waiting' | 'uploading' | 'done' | 'failed' | 'too-large';
  /** Bytes that have gone out. */
  readonly sent: number;
  /** The server's sentence of a refusal. */
  readonly error: string | undefined;
  /** Stands in the text until the link is known; unique among the files of a text. */
  readonly placeholder: string;
  /** Link in the text. */
  readonly link: string | undefined;
  /** Address of the picture in this page. */
  readonly pictureUrl: string | undefined;
};

export type Uploads = {
  readonly items: Cell<readonly UploadItem[]>;
  /** Begins to upload files and returns the text for the message. */
  readonly add: (files: readonly File[]) => string;
  /** Ends an upload, or forgets a file; its text leaves the message. */
  readonly remove: (id: number) => void;
  readonly retry: (id: number) => void;
  /** Forgets finished files after their message was sent. */
  readonly clear: () => void;
  readonly isBusy: () => boolean;
};

export type UploadsOptions = {
  readonly upload: Client['upload'];
  readonly maxBytes: () => number;
  /** Replaces a part of the message; an empty text removes it. */
  readonly replaceText: (before: string, after: string) => void;
  /** Adds a text at the end of the message. */
  readonly appendText: (text: string) => void;
};

/** Files of one message at the same time; more are refused by the interface. */
export const MAX_FILES = 20;
const MAX_PARALLEL_UPLOADS = 3;
/** A server that restarts, and most tunnels, are over before this time. */
const PATIENCE_MS = 10 * 60_000;

export function createUploads(options: UploadsOptions): Uploads {
  const items = createCell<readonly UploadItem[]>([]);
  const aborts = new Map<number, AbortController>();
  let lastId = 0;

  const change = (id: number, patch: Partial<UploadItem>): void => {
    items.set(items.get().map((item) => (item.id === id ? { ...item, ...patch } : item)));
  };
  const find = (id: number): UploadItem | undefined => items.get().find((item) => item.id === id);

  const drop = (isDropped: (item: UploadItem) => boolean): void => {
    for (const item of items.get())
      if (isDropped(item) && item.pictureUrl !== undefined) URL.revokeObjectURL(item.pictureUrl);
    items.set(items.get().filter((item) => !isDropped(item)));
  };

  const run = async ({ id, file, name, placeholder }: UploadItem): Promise<void> => {
    const abort = new AbortController();
    aborts.set(id, abort);
    change(id, { status: 'uploading', sent: 0, error: undefined });
    try {
      const { markdown } = await options.upload(file, {
        name,
        signal: abort.signal,
        patienceMilliseconds: PATIENCE_MS,
        onProgress: ({ sent }) => change(id, { sent }),
      });
      if (find(id) === undefined) return;
      options.replaceText(placeholder, markdown);
      change(id, { status: 'done', sent: file.size, link: markdown });
    } catch (error) {
      if (find(id) === undefined) return;
      options.replaceText(placeholder, '');
      change(id, { status: 'failed', error: error instanceof Error ? error.message : String(error) });
    } finally {
      aborts.delete(id);
      startNext();
    }
  };
  const startNext = (): void => {
    for (const item of items.get())
      if (item.status === 'waiting' && aborts.size < MAX_PARALLEL_UPLOADS) void run(item);
  };

  const add = (files: readonly File[]): string => {
    const room = MAX_FILES - items.get().length;
    const taken = new Set(items.get().map(({ placeholder }) => placeholder));
    const added = files.slice(0, Math.max(0, room)).map((file): UploadItem => {
      lastId += 1;
      const name = file.name === '' ? 'file' : file.name;
      const status = file.size > options.maxBytes() ? 'too-large' : 'waiting';
      const placeholder = placeholderOf(name, lastId, taken);
      const pictureUrl =
        status === 'waiting' && PICTURE.test(file.type) ? URL.createObjectURL(file) : undefined;
      return {
        id: lastId,
        name,
        file,
        status,
        sent: 0,
        error: undefined,
        placeholder,
        link: undefined,
        pictureUrl,
      };
    });
    items.set([...items.get(), ...added]);
    startNext();
    return added
      .filter(({ status }) => status === 'waiting')
      .map(({ placeholder }) => placeholder)
      .join('\n');
  };

  return {
    items,
    add,
    remove: (id) => {
      const item = find(id);
      if (item === undefined) return;
      drop((other) => other.id === id);
      aborts.get(id)?.abort();
      options.replaceText(item.link ?? item.placeholder, '');
      startNext();
    },
    retry: (id) => {
      const item = find(id);
      if (item?.status !== 'failed') return;
      options.appendText(item.placeholder);
      change(id, { status: 'waiting', sent: 0, error: undefined });
      startNext();
    },
    clear: () => {
      drop(({ status }) => status !== 'waiting' && status !== 'uploading');
    },
    isBusy: () => items.get().some(({ status }) => status === 'waiting' || status === 'uploading'),
  };
}

/** Pictures that every browser shows. */
const PICTURE = /^image\/(png|jpeg|gif|webp|avif)$/;

const PLACEHOLDER = /\[Uploading [^\]\n]*…\]\(\)\n?/g;

/** Text without the marks of uploads that a closed page left behind. */
export function withoutPlaceholders(text: string): string {
  return text.includes('[Uploading ') ? text.replaceAll(PLACEHOLDER, '').trimEnd() : text;
}

/** Adds the placeholder to the taken ones. */
function placeholderOf(name: string, id: number, taken: Set<string>): string {
  const bare = name.replaceAll(/[[\]\n]/g, '');
  const plain = `[Uploading ${bare}…]()`;
  const placeholder = taken.has(plain) ? `[Uploading ${bare} ${id}…]()` : plain;
  taken.add(placeholder);
  return placeholder;
}
