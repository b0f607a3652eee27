/** The numbers of an organization that rise with what everybody who registers is told of it (`raise_version`). */
export type Versions = { readonly users: number; readonly groups: number; readonly channels: number };

/** What a node keeps says how much memory it takes. */
type Kept = { readonly size: number };

/**
 * What is the same for many who register, kept with the numbers under which it was read. These are read in the same
 * moment of the database as everything else in the answer, so what is kept under the same numbers is what the database
 * would say at that moment.
 */
export type Shared = {
  /** `load` may build on what was kept before, under whatever numbers. */
  read<T extends Kept>(
    key: string,
    version: readonly number[],
    load: (before: T | undefined) => Promise<T>,
  ): Promise<T>;
};

type Entry = {
  readonly version: readonly number[];
  readonly coming: Promise<Kept>;
  /** What is there already: the newest that was read, or what was kept before it. */
  value: Kept | undefined;
  size: number;
};

/** Everything together; beyond that, what was not used for longest makes room. */
const MOST_BYTES = 256 * 1024 * 1024;

export function createShared(mostBytes = MOST_BYTES): Shared {
  /** The most recently used are last. */
  const entries = new Map<string, Entry>();
  let held = 0;

  const drop = (key: string): void => {
    held -= entries.get(key)?.size ?? 0;
    entries.delete(key);
  };

  const put = (key: string, entry: Entry): void => {
    drop(key);
    entries.set(key, entry);
    held += entry.size;
    for (const oldest of entries.keys()) {
      if (held <= mostBytes || oldest === key) return;
      drop(oldest);
    }
  };

  const read = async (
    key: string,
    version: readonly number[],
    load: (before: Kept | undefined) => Promise<Kept>,
  ): Promise<Kept> => {
    const known = entries.get(key);
    if (known !== undefined && isSame(known.version, version)) {
      put(key, known);
      // Somebody else reads it at this moment, and may fail for reasons of their own.
      return known.coming.catch(() => load(undefined));
    }
    const coming = load(known?.value);
    // Who looks at an earlier moment reads for themselves.
    if (known !== undefined && !isNewer(version, known.version)) return coming;
    const entry: Entry = { version, coming, value: known?.value, size: known?.size ?? 0 };
    put(key, entry);
    try {
      entry.value = await coming;
    } catch (error) {
      if (entries.get(key) === entry) drop(key);
      throw error;
    }
    if (entries.get(key) === entry) put(key, { ...entry, size: entry.value.size });
    return entry.value;
  };

  return { read: read as Shared['read'] };
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
  return one.every((number, located) => number === other[located]);
}

function isNewer(one: readonly number[], other: readonly number[]): boolean {
  return one.every((number, located) => number >= (other[located] ?? 0));
}
