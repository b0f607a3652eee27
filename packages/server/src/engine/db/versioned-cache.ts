import { setBounded } from './keep-recent.ts';

/**
 * A cache of values by organization, each valid for one version of its organization (`access_version`). Cached values may be
 * outdated: a caller that uses one must verify the version in the statement that writes (`check_access_version`), and retry with
 * current data if it differs.
 */
export type VersionedCache = {
  /** A section for values of one type with at most `max` entries; the oldest are evicted. */
  section<V>(max: number): CacheSection<V>;
  clear(): void;
};

export type CacheSection<V> = {
  /** Returns undefined if the value is missing or known to be outdated. */
  lookup(key: string): V | undefined;
  keep(key: string, of: { readonly realmId: number; readonly accessVersion: number }, value: V): void;
};

/** Organizations whose newest version is tracked. */
const MAX_TRACKED_REALMS = 100_000;

export function createVersionedCache(): VersionedCache {
  const newestVersions = new Map<number, number>();
  const sections: Map<string, unknown>[] = [];
  return {
    clear: () => {
      newestVersions.clear();
      for (const entries of sections) entries.clear();
    },
    section: <V>(max: number): CacheSection<V> => {
      const entries = new Map<
        string,
        { readonly realmId: number; readonly accessVersion: number; readonly value: V }
      >();
      sections.push(entries);
      return {
        lookup: (key) => {
          const entry = entries.get(key);
          return entry !== undefined && entry.accessVersion === newestVersions.get(entry.realmId)
            ? entry.value
            : undefined;
        },
        keep: (key, { realmId, accessVersion }, value) => {
          if (accessVersion < (newestVersions.get(realmId) ?? 0)) return;
          setBounded(newestVersions, realmId, accessVersion, MAX_TRACKED_REALMS);
          setBounded(entries, key, { realmId, accessVersion, value }, max);
        },
      };
    },
  };
}
