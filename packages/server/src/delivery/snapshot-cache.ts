/** Versions of the data of an organization that every client receives at registration (`raise_version`). */
export type Versions = {
  readonly users: number;
  /** Of the active users and their roles. */
  readonly roster: number;
  readonly groups: number;
  readonly channels: number;
};

/** A cached value states its size in bytes. */
type CachedValue = { readonly size: number };

/**
 * Caches the parts of a snapshot that are equal for many clients, by version. The versions are read in the same database
 * snapshot as the rest of the response, so a value cached under the same versions is current.
 */
export type SnapshotCache = {
  /** `load` receives the cached value of another version, if any, and may reuse parts of it. */
  read<T extends CachedValue>(
    key: string,
    version: readonly number[],
    load: (before: T | undefined) => Promise<T>,
  ): Promise<T>;
  clear(): void;
};

type Entry = {
  readonly version: readonly number[];
  readonly loading: Promise<CachedValue>;
  /** The value once it is loaded; until then the value of the previous version. */
  value: CachedValue | undefined;
  size: number;
};

/** Total size of cached values; the least recently used are evicted. */
const MAX_CACHED_BYTES = 256 * 1024 * 1024;

export function createSnapshotCache(maxBytes = MAX_CACHED_BYTES): SnapshotCache {
  /** In order of use, the most recent last. */
  const entries = new Map<string, Entry>();
  let cachedBytes = 0;

  const drop = (key: string): void => {
    cachedBytes -= entries.get(key)?.size ?? 0;
    entries.delete(key);
  };

  const put = (key: string, entry: Entry): void => {
    drop(key);
    entries.set(key, entry);
    cachedBytes += entry.size;
    for (const oldest of entries.keys()) {
      if (cachedBytes <= maxBytes || oldest === key) return;
      drop(oldest);
    }
  };

  const read = async (
    key: string,
    version: readonly number[],
    load: (before: CachedValue | undefined) => Promise<CachedValue>,
  ): Promise<CachedValue> => {
    const cached = entries.get(key);
    if (cached !== undefined && isSame(cached.version, version)) {
      put(key, cached);
      // The load belongs to another request and may fail for reasons of that request.
      return cached.loading.catch(() => load(undefined));
    }
    const loading = load(cached?.value);
    // A request with an older database snapshot must not replace a newer value.
    if (cached !== undefined && !isNewer(version, cached.version)) return loading;
    const entry: Entry = { version, loading, value: cached?.value, size: cached?.size ?? 0 };
    put(key, entry);
    try {
      entry.value = await loading;
    } catch (error) {
      if (entries.get(key) === entry) drop(key);
      throw error;
    }
    if (entries.get(key) === entry) put(key, { ...entry, size: entry.value.size });
    return entry.value;
  };

  const clear = (): void => {
    entries.clear();
    cachedBytes = 0;
  };

  return { read: read as SnapshotCache['read'], clear };
}

function isSame(a: readonly number[], b: readonly number[]): boolean {
  return a.every((version, index) => version === b[index]);
}

function isNewer(a: readonly number[], b: readonly number[]): boolean {
  return a.every((version, index) => version >= (b[index] ?? 0));
}
