import { keepRecent } from './keep-recent.ts';

/**
 * Remembers things of organizations, each as it was when the rules of its organization had some number. Nothing says
 * that they still have it: whoever builds on what is remembered has the number confirmed by the statement that
 * stores something (`check_rules`), and begins anew with what is true now when it is another one.
 */
export type VersionedCache = {
  /** A shelf for things of one kind; the oldest of too many make room. */
  section<V>(max: number): CacheOf<V>;
};

export type CacheOf<V> = {
  /** Nothing if it is known to be out of date. */
  lookup(key: string): V | undefined;
  keep(key: string, of: { readonly realmId: number; readonly rules: number }, value: V): void;
};

/** Organizations whose newest number is known. */
const MOST = 100_000;

export function createVersionedCache(): VersionedCache {
  const newest = new Map<number, number>();
  return {
    section: <V>(max: number): CacheOf<V> => {
      const kept = new Map<string, { readonly realmId: number; readonly rules: number; readonly value: V }>();
      return {
        lookup: (key) => {
          const found = kept.get(key);
          return found !== undefined && found.rules === newest.get(found.realmId) ? found.value : undefined;
        },
        keep: (key, { realmId, rules }, value) => {
          if (rules < (newest.get(realmId) ?? 0)) return;
          keepRecent(newest, realmId, rules, MOST);
          keepRecent(kept, key, { realmId, rules, value }, max);
        },
      };
    },
  };
}
