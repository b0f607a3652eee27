import type { Clock } from '../engine/clock.ts';
import { batchLookups } from '../engine/db/batch-lookups.ts';
import type { VersionedCache } from '../engine/db/versioned-cache.ts';
import { q, sql, type Reader } from '../engine/db/sql.ts';
import type { Actor, UserRow } from './actor.ts';

/** The session of a browser by which a request was authenticated. */
export type UsedSession = {
  readonly realmId: number;
  readonly id: number;
  readonly lookup: string;
  /** Milliseconds; later uses may have moved it. */
  readonly expiresAt: number;
  /** Milliseconds; changed by `SessionUse`. */
  lastUsed: number;
};

/** A user and organization as of one version of the organization's accounts (`rules`). */
export type Account = Actor & {
  readonly accessVersion: number;
  /** Undefined for requests with an API key. */
  readonly session?: UsedSession | undefined;
};

/** Finds an account by its lookup: the hash of an API key, or `sessionLookup`. The account may be inactive. */
export type FindAccount = (lookup: string) => Promise<Account | undefined>;

export type Accounts = {
  readonly find: FindAccount;
  /** The cached account, without a query; the caller must verify its version later. */
  readonly lookup: (lookup: string) => Account | undefined;
};

const SESSION = 'session:';

/** The lookup of an account by the hash of a session's token, in hexadecimal. */
export function sessionLookup(tokenHash: string): string {
  return SESSION + tokenHash;
}

/** Cached accounts per node. */
const MAX_CACHED_ACCOUNTS = 20_000;

/**
 * Every request looks up its account, so concurrent lookups are batched into few queries. For a cached account only the
 * version is read, one per organization: an unchanged version means an unchanged account and a session that goes on.
 */
export function createAccounts(reader: Reader, cache: VersionedCache, clock: Pick<Clock, 'now'>): Accounts {
  const accounts = cache.section<Account>(MAX_CACHED_ACCOUNTS);
  const realms = cache.section<Pick<Account, 'realm' | 'accessVersion'>>(MAX_CACHED_ACCOUNTS);
  const load = batchLookups((lookups) => loadAccounts(reader, lookups));
  const currentVersion = batchLookups((realmIds) => accessVersionOf(reader, realmIds));
  /** Cached accounts of one organization share its row. */
  const cacheAccount = (lookup: string, account: Account): void => {
    const { realm, accessVersion } = account;
    const of = { realmId: realm.id, accessVersion };
    const cachedAccount = realms.lookup(String(realm.id));
    const shared = cachedAccount?.accessVersion === accessVersion ? cachedAccount : { realm, accessVersion };
    realms.keep(String(realm.id), of, shared);
    accounts.keep(lookup, of, { ...account, ...shared });
  };
  /** A session that seems to have expired is read again, because another node may have recorded a later use. */
  const cachedAccountOf = (lookup: string): Account | undefined => {
    const cachedAccount = accounts.lookup(lookup);
    const expiresAt = cachedAccount?.session?.expiresAt ?? Infinity;
    return expiresAt > clock.now() ? cachedAccount : undefined;
  };
  return {
    find: async (lookup) => {
      const cachedAccount = cachedAccountOf(lookup);
      if (
        cachedAccount !== undefined &&
        (await currentVersion(String(cachedAccount.realm.id))) === cachedAccount.accessVersion
      )
        return cachedAccount;
      const account = await load(lookup);
      if (account !== undefined) cacheAccount(lookup, account);
      return account;
    },
    lookup: cachedAccountOf,
  };
}

async function accessVersionOf(reader: Reader, realmIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await reader.all(
    sql<{ realm_id: number; access_version: number }>`
      select realm_id, access_version from realm_head where realm_id = any(${realmIds.map(Number)}::bigint[])`,
    'access-version',
  );
  return new Map(rows.map(({ realm_id, access_version }) => [String(realm_id), access_version]));
}

type FoundUser = {
  readonly lookup: string;
  readonly user: UserRow;
  readonly accessVersion: number;
  readonly session?: UsedSession;
};

/** The version is read first, so the data read after it can only be newer. */
async function loadAccounts(reader: Reader, lookups: readonly string[]): Promise<Map<string, Account>> {
  const tokens = lookups.filter((lookup) => lookup.startsWith(SESSION));
  const keys = lookups.filter((lookup) => !lookup.startsWith(SESSION));
  const users = [
    ...(keys.length === 0 ? [] : await usersByKey(reader, keys)),
    ...(tokens.length === 0 ? [] : await usersBySession(reader, tokens)),
  ];
  if (users.length === 0) return new Map();
  const realmIds = [...new Set(users.map(({ user }) => user.realm_id))];
  const realms = await reader.all(
    q
      .selectFrom('realm')
      .selectAll()
      .where('id', '=', sql<number>`any(${realmIds}::bigint[])`),
  );
  const byId = new Map(realms.map((realm) => [realm.id, realm]));
  const accounts = new Map<string, Account>();
  for (const { lookup, ...found } of users) {
    const realm = byId.get(found.user.realm_id);
    if (realm !== undefined) accounts.set(lookup, { realm, ...found });
  }
  return accounts;
}

function usersWithVersion() {
  return q
    .selectFrom('realm_user')
    .innerJoin('realm_head', 'realm_head.realm_id', 'realm_user.realm_id')
    .selectAll('realm_user')
    .select('realm_head.access_version');
}

async function usersByKey(reader: Reader, lookups: readonly string[]): Promise<FoundUser[]> {
  const keys = lookups.map((hash) => Buffer.from(hash, 'hex'));
  const rows = await reader.all(
    usersWithVersion().where('key_hash', '=', sql<Buffer>`any(${keys}::bytea[])`),
  );
  return rows.map(({ access_version: accessVersion, ...user }) => ({
    lookup: user.key_hash.toString('hex'),
    user,
    accessVersion,
  }));
}

async function usersBySession(reader: Reader, lookups: readonly string[]): Promise<FoundUser[]> {
  const hashes = lookups.map((lookup) => Buffer.from(lookup.slice(SESSION.length), 'hex'));
  const rows = await reader.all(
    usersWithVersion()
      .innerJoin('browser_session', (join) =>
        join
          .onRef('browser_session.realm_id', '=', 'realm_user.realm_id')
          .onRef('browser_session.user_id', '=', 'realm_user.id'),
      )
      .select(['browser_session.id as session_id', 'token_hash', 'last_used', 'expires_at'])
      .where('token_hash', '=', sql<Buffer>`any(${hashes}::bytea[])`)
      .where('expires_at', '>', sql<Date>`now()`),
  );
  return rows.map(
    ({ access_version: accessVersion, session_id: id, token_hash, last_used, expires_at, ...user }) => {
      const lookup = sessionLookup(token_hash.toString('hex'));
      const session = {
        realmId: user.realm_id,
        id,
        lookup,
        expiresAt: expires_at.getTime(),
        lastUsed: last_used.getTime(),
      };
      return { lookup, user, accessVersion, session };
    },
  );
}
