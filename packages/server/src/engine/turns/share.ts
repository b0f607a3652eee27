/**
 * The organization and the user on whose behalf a task runs; user 0 stands for spectators and the server itself, a negative number for a
 * grant.
 */
export type Share = { readonly realmId: number; readonly userId: number };

/** Bounds of a number of tasks: in all, of one organization and of one user. */
export type ShareLimits = { readonly total: number; readonly perRealm: number; readonly perUser: number };

/** Limits that do not distinguish organizations and users. */
export function onlyInAll(total: number): ShareLimits {
  return { total, perRealm: total, perUser: total };
}

/** Counts tasks in all, by organization and by user. */
export type Tally = {
  add(share: Share): void;
  remove(share: Share): void;
  readonly total: number;
  ofRealm(realmId: number): number;
  ofUser(share: Share): number;
  /** The narrowest limit that another task of this share would exceed. */
  exceeded(share: Share, limits: ShareLimits): ExceededLimit | undefined;
};

export type ExceededLimit = 'user' | 'realm' | 'total';

export function createTally(): Tally {
  const realms = new Map<number, number>();
  const users = new Map<string, number>();
  let total = 0;
  const ofRealm = (realmId: number): number => realms.get(realmId) ?? 0;
  const ofUser = (share: Share): number => users.get(keyOf(share)) ?? 0;
  const change = (share: Share, by: 1 | -1): void => {
    total += by;
    setOrDelete(realms, share.realmId, ofRealm(share.realmId) + by);
    setOrDelete(users, keyOf(share), ofUser(share) + by);
  };
  return {
    add: (share) => {
      change(share, 1);
    },
    remove: (share) => {
      change(share, -1);
    },
    get total() {
      return total;
    },
    ofRealm,
    ofUser,
    exceeded: (share, limits) => {
      if (ofUser(share) >= limits.perUser) return 'user';
      if (ofRealm(share.realmId) >= limits.perRealm) return 'realm';
      return total >= limits.total ? 'total' : undefined;
    },
  };
}

function keyOf({ realmId, userId }: Share): string {
  return `${realmId}:${userId}`;
}

function setOrDelete<Key>(counts: Map<Key, number>, key: Key, count: number): void {
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}
