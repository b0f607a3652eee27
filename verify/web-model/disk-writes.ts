import { IDBObjectStore as ObjectStore } from 'fake-indexeddb';

type Write = (this: IDBObjectStore, ...values: unknown[]) => IDBRequest;

export type WriteListener = {
  /** Asked before each write; true breaks the transaction off, as a crash does. */
  readonly isCrash?: (database: IDBDatabase) => boolean;
  /** Replaces a value that is written. */
  readonly alter?: (store: string, value: unknown) => unknown;
};

let listener: WriteListener = {};

/** Listens to all writes to any disk from now on, in place of the listener before. */
export function onDiskWrite(next: WriteListener): void {
  listener = next;
}

const prototype = ObjectStore.prototype as unknown as Record<string, Write>;
for (const name of ['put', 'delete', 'clear']) {
  const write = prototype[name];
  if (write === undefined) throw new Error(`The disk has no ${name}.`);
  prototype[name] = function breakable(...values) {
    if (listener.isCrash?.(this.transaction.db) === true) {
      this.transaction.abort();
      throw new DOMException('The page has crashed.', 'AbortError');
    }
    const [value, ...rest] = values;
    return write.call(this, name === 'put' ? (listener.alter?.(this.name, value) ?? value) : value, ...rest);
  };
}
