import type { Clock } from '../engine/clock.ts';
import type { Selectable } from 'kysely';
import { batchLookups } from '../engine/db/batch-lookups.ts';
import type { VersionedCache } from '../engine/db/versioned-cache.ts';
import type { Schema } from '../engine/db/schema.ts';
import { q, sql, type Reader } from '../engine/db/sql.ts';
import type { Scope } from '@parley/contract/scopes.ts';
import type { PollCredential } from '../delivery/poll-credential.ts';
import type { Actor, GrantLimits } from './actor.ts';

/** The credential by which a request was authenticated. */
export type UsedCredential = PollCredential & {
  readonly realmId: number;
  /** The scopes of a grant; undefined for credentials with all rights of their user. */
  readonly scopes?: ReadonlySet<Scope> | undefined;
  /** The part of the server for which the token of a program is, as a path; undefined for all parts. */
  readonly resource?: string | undefined;
  /** Milliseconds at which the user logged in. */
  readonly createdAt: number;
  /** Milliseconds, or infinity; later uses may have moved it. */
  readonly expiresAt: number;
  /** Milliseconds, or 0; changed by `CredentialUse`. */
  lastUsed: number;
};

/** A user and organization as of one version of the organization's accounts (`access_version`). */
export type Account = Actor & {
  readonly accessVersion: number;
  readonly credential: UsedCredential;
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
 * version is read, one per organization: an unchanged version means an unchanged account and a credential that goes on.
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
  /** A credential that seems to have expired is read again, because another node may have recorded a later use. */
  const cachedAccountOf = (lookup: string): Account | undefined => {
    const cachedAccount = accounts.lookup(lookup);
    return (cachedAccount?.credential.expiresAt ?? 0) > clock.now() ? cachedAccount : undefined;
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
      if (account === undefined || account.credential.expiresAt <= clock.now()) return undefined;
      cacheAccount(lookup, account);
      return account;
    },
    lookup: cachedAccountOf,
  };
}

/** Whether a credential belongs to an organization that has departed to another cell, where it goes on. */
export async function isTransferred(reader: Reader, lookup: string): Promise<boolean> {
  const hash = Buffer.from(lookup.replace(SESSION, ''), 'hex');
  const row = await reader.first(
    q
      .selectFrom('credential')
      .innerJoin('realm_transfer', 'realm_transfer.realm_id', 'credential.realm_id')
      .select('credential.id')
      .where('secret_hash', '=', hash),
  );
  return row !== undefined;
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
async function loadAccounts(reader: Reader, lookups: readonly string[]): Promise<Map<string, Account>> {
  const users = await usersByCredential(reader, lookups);
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
  for (const found of users) {
    const realm = byId.get(found.user.realm_id);
    if (realm !== undefined) accounts.set(found.credential.lookup, { realm, ...found });
  }
  return accounts;
}

/** A credential is found by a lookup of its own kind only: an API key is no cookie. */
async function usersByCredential(
  reader: Reader,
  lookups: readonly string[],
): Promise<Omit<Account, 'realm'>[]> {
  const hashes = lookups.map((lookup) => Buffer.from(lookup.replace(SESSION, ''), 'hex'));
  const rows = await reader.all(
    q
      .selectFrom('credential')
      .innerJoin('realm_user', (join) =>
        join
          .onRef('realm_user.realm_id', '=', 'credential.realm_id')
          .onRef('realm_user.id', '=', 'credential.user_id'),
      )
      .innerJoin('realm_head', 'realm_head.realm_id', 'realm_user.realm_id')
      .selectAll('realm_user')
      .select('realm_head.access_version')
      .select([
        'credential.id as credential_id',
        'kind',
        'secret_hash',
        'credential.created_at',
        'last_used',
        'expires_at',
        'scopes',
        'credential.channels',
        'credential.since',
        'credential.resource',
        'credential.token_expires_at',
      ])
      .where('secret_hash', '=', sql<Buffer>`any(${hashes}::bytea[])`)
      .where(sql<boolean>`(expires_at is null or expires_at > now())`)
      .where(sql<boolean>`(token_expires_at is null or token_expires_at > now())`),
  );
  return rows.map(accountIn);
}

type CredentialRow = Selectable<Schema['realm_user']> & {
  readonly access_version: number;
  readonly credential_id: number;
} & Pick<
    Selectable<Schema['credential']>,
    | 'kind'
    | 'secret_hash'
    | 'created_at'
    | 'last_used'
    | 'expires_at'
    | 'scopes'
    | 'channels'
    | 'since'
    | 'resource'
    | 'token_expires_at'
  >;

function accountIn(row: CredentialRow): Omit<Account, 'realm'> {
  const { access_version, credential_id, kind, secret_hash, created_at, last_used, scopes, ...rest } = row;
  const { expires_at, token_expires_at, channels, since, resource, ...user } = rest;
  const hash = secret_hash.toString('hex');
  const expiresAt = Math.min(expires_at?.getTime() ?? Infinity, token_expires_at?.getTime() ?? Infinity);
  const credential = {
    realmId: user.realm_id,
    id: credential_id,
    kind,
    scopes: scopes === null ? undefined : new Set(scopes as Scope[]),
    lookup: kind === 'session' ? sessionLookup(hash) : hash,
    resource: resource ?? undefined,
    createdAt: created_at.getTime(),
    expiresAt,
    endsAt: kind === 'grant' ? expiresAt : undefined,
    lastUsed: last_used?.getTime() ?? 0,
  };
  return { user, accessVersion: access_version, credential, limits: limitsIn({ channels, since }) };
}

function limitsIn(row: {
  readonly channels: number[] | null;
  readonly since: Date | null;
}): GrantLimits | undefined {
  if (row.channels === null && row.since === null) return undefined;
  return {
    channels: row.channels === null ? undefined : new Set(row.channels),
    since: row.since?.getTime(),
  };
}
