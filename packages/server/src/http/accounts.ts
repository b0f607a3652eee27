import { batchLookups } from '../engine/db/batch-lookups.ts';
import type { VersionedCache } from '../engine/db/versioned-cache.ts';
import { q, sql, type Reader } from '../engine/db/sql.ts';
import type { Actor } from './actor.ts';

/** A user and organization as of one version of the organization's accounts (`rules`). */
export type Account = Actor & { readonly accessVersion: number };

/** Finds an account by the hash of its API key, active or not. */
export type FindAccount = (keyHash: string) => Promise<Account | undefined>;

export type Accounts = {
  readonly find: FindAccount;
  /** The cached account, without a query; the caller must verify its version later. */
  readonly lookup: (keyHash: string) => Account | undefined;
};

/** Cached accounts per node. */
const MAX_CACHED_ACCOUNTS = 20_000;

/**
 * Every request looks up its account, so concurrent lookups are batched into few queries. For a cached account only the
 * version is read, one per organization: an unchanged version means an unchanged account.
 */
export function createAccounts(reader: Reader, cache: VersionedCache): Accounts {
  const accounts = cache.section<Account>(MAX_CACHED_ACCOUNTS);
  const realms = cache.section<Pick<Account, 'realm' | 'accessVersion'>>(MAX_CACHED_ACCOUNTS);
  const load = batchLookups((hashes) => loadAccounts(reader, hashes));
  const currentVersion = batchLookups((realmIds) => accessVersionOf(reader, realmIds));
  /** Cached accounts of one organization share its row. */
  const cacheAccount = (keyHash: string, account: Account): void => {
    const { realm, user, accessVersion } = account;
    const of = { realmId: realm.id, accessVersion };
    const cachedAccount = realms.lookup(String(realm.id));
    const shared = cachedAccount?.accessVersion === accessVersion ? cachedAccount : { realm, accessVersion };
    realms.keep(String(realm.id), of, shared);
    accounts.keep(keyHash, of, { ...shared, user });
  };
  return {
    find: async (keyHash) => {
      const cachedAccount = accounts.lookup(keyHash);
      if (
        cachedAccount !== undefined &&
        (await currentVersion(String(cachedAccount.realm.id))) === cachedAccount.accessVersion
      )
        return cachedAccount;
      const account = await load(keyHash);
      if (account !== undefined) cacheAccount(keyHash, account);
      return account;
    },
    lookup: (keyHash) => accounts.lookup(keyHash),
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

/** The version is read first, so the data read after it can only be newer. */
async function loadAccounts(reader: Reader, hashes: readonly string[]): Promise<Map<string, Account>> {
  const keys = hashes.map((hash) => Buffer.from(hash, 'hex'));
  const users = await reader.all(
    q
      .selectFrom('realm_user')
      .innerJoin('realm_head', 'realm_head.realm_id', 'realm_user.realm_id')
      .selectAll('realm_user')
      .select('realm_head.access_version')
      .where('key_hash', '=', sql<Buffer>`any(${keys}::bytea[])`),
  );
  if (users.length === 0) return new Map();
  const realmIds = [...new Set(users.map((user) => user.realm_id))];
  const realms = await reader.all(
    q
      .selectFrom('realm')
      .selectAll()
      .where('id', '=', sql<number>`any(${realmIds}::bigint[])`),
  );
  const byId = new Map(realms.map((realm) => [realm.id, realm]));
  const accounts = new Map<string, Account>();
  for (const { access_version: accessVersion, ...user } of users) {
    const realm = byId.get(user.realm_id);
    if (realm !== undefined) accounts.set(user.key_hash.toString('hex'), { realm, user, accessVersion });
  }
  return accounts;
}
