/** IndexedDB with promises and types, as far as the data layer needs it. `S` has the type of the values of each store. */
export type Stores<S> = {
  readonly transaction: <N extends keyof S & string>(
    names: readonly N[],
    mode?: 'readonly' | 'readwrite',
    options?: IDBTransactionOptions,
  ) => StoreTransaction<S, N>;
  readonly close: () => void;
};

export type StoreTransaction<S, N extends keyof S> = {
  readonly store: <M extends N & string>(name: M) => Store<S[M]>;
  /** Rejects if the transaction fails or is taken back. */
  readonly done: Promise<void>;
  readonly commit: () => void;
  readonly abort: () => void;
};

export type Store<T> = {
  readonly get: (key: string) => Promise<T | undefined>;
  readonly getAll: () => Promise<T[]>;
  readonly getAllKeys: () => Promise<string[]>;
  readonly put: (value: T, key: string) => Promise<unknown>;
  readonly delete: (key: string) => Promise<unknown>;
  readonly clear: () => Promise<unknown>;
};

export function storesOf<S>(database: IDBDatabase): Stores<S> {
  return {
    transaction: (names, mode, options) => {
      const transaction = database.transaction([...names], mode, options);
      return {
        store: (name) => storeOf(transaction.objectStore(name)),
        done: endOf(transaction),
        commit: () => transaction.commit(),
        abort: () => transaction.abort(),
      };
    },
    close: () => database.close(),
  };
}

/** The result of a request. */
export function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The request failed.')));
  });
}

function storeOf<T>(store: IDBObjectStore): Store<T> {
  return {
    get: (key) => resultOf<T | undefined>(store.get(key)),
    getAll: () => resultOf<T[]>(store.getAll()),
    getAllKeys: () => resultOf(store.getAllKeys() as IDBRequest<string[]>),
    put: (value, key) => resultOf(store.put(value, key)),
    delete: (key) => resultOf(store.delete(key)),
    clear: () => resultOf(store.clear()),
  };
}

function endOf(transaction: IDBTransaction): Promise<void> {
  const end = new Promise<void>((resolve, reject) => {
    const fail = (): void => reject(transaction.error ?? new DOMException('Taken back', 'AbortError'));
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('error', fail);
    transaction.addEventListener('abort', fail);
  });
  // Readers wait for their results alone.
  end.catch(() => undefined);
  return end;
}
