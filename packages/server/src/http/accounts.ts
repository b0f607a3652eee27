import { combine } from '../engine/db/combine.ts';
import type { VersionedCache } from '../engine/db/versioned-cache.ts';
import { q, sql, type Reader } from '../engine/db/sql.ts';
import type { Actor } from './actor.ts';

/** Somebody's account, as it was when the rules of the organization had this number. */
export type Account = Actor & { readonly rules: number };

/** Finds the account that a key belongs to, whatever its state, by the hash of the key. */
export type FindAccount = (keyHash: string) => Promise<Account | undefined>;

export type Accounts = {
  readonly find: FindAccount;
  /** Without a look at the database: for those who have it confirmed later. */
  readonly lookup: (keyHash: string) => Account | undefined;
};

/** Accounts that are remembered: those of everybody who is at work on a node. */
const MOST = 20_000;

/**
 * Every request needs this, so what thousands of them ask for at once is asked in few queries. Of who is remembered
 * only the number of the rules is asked for, which is one for everybody in an organization: while it is the same,
 * so is the account.
 */
export function createAccounts(reader: Reader, memory: VersionedCache): Accounts {
  const cached = memory.section<Account>(MOST);
  const realms = memory.section<Pick<Account, 'realm' | 'rules'>>(MOST);
  const look = combine((hashes) => loadAccounts(reader, hashes));
  const rulesNow = combine((realmIds) => rulesOf(reader, realmIds));
  /** Members of one organization share what is remembered of it. */
  const keep = (keyHash: string, account: Account): void => {
    const { realm, user, rules } = account;
    const of = { realmId: realm.id, rules };
    const known = realms.lookup(String(realm.id));
    const shared = known?.rules === rules ? known : { realm, rules };
    realms.keep(String(realm.id), of, shared);
    cached.keep(keyHash, of, { ...shared, user });
  };
  return {
    find: async (keyHash) => {
      const known = cached.lookup(keyHash);
      if (known !== undefined && (await rulesNow(String(known.realm.id))) === known.rules) return known;
      const account = await look(keyHash);
      if (account !== undefined) keep(keyHash, account);
      return account;
    },
    lookup: (keyHash) => cached.lookup(keyHash),
  };
}

async function rulesOf(reader: Reader, realmIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await reader.all(
    sql<{ realm_id: number; rules: number }>`
      select realm_id, rules from realm_head where realm_id = any(${realmIds.map(Number)}::bigint[])`,
    'rules-now',
  );
  return new Map(rows.map(({ realm_id, rules }) => [String(realm_id), rules]));
}

/** The number of the rules is read first: what is read after it can only be newer. */
async function loadAccounts(reader: Reader, hashes: readonly string[]): Promise<Map<string, Account>> {
  const keys = hashes.map((hash) => Buffer.from(hash, 'hex'));
  const users = await reader.all(
    q
      .selectFrom('realm_user')
      .innerJoin('realm_head', 'realm_head.realm_id', 'realm_user.realm_id')
      .selectAll('realm_user')
      .select('realm_head.rules')
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
  for (const { rules, ...user } of users) {
    const realm = byId.get(user.realm_id);
    if (realm !== undefined) accounts.set(user.key_hash.toString('hex'), { realm, user, rules });
  }
  return accounts;
}
