import type { Clock } from '../engine/clock.ts';
import { sql, type Reader } from '../engine/db/sql.ts';
import type { Account, Accounts, UsedCredential } from './accounts.ts';
import { MAX_SESSION_DAYS, SESSION_IDLE_DAYS } from './sessions/lifetime.ts';

const DAY_MINUTES = 1_440;
/** The last use of a credential is written at most this often per node. */
const RECORD_USE_MS = 300_000;
/** Uses of this time share one statement. */
const WRITE_DELAY_MS = 1_000;

/** Records the use of credentials, by which users recognize them and the idle time of sessions is measured. */
export type CredentialUse = { record(credential: UsedCredential): void };

export function createCredentialUse(
  reader: Reader,
  clock: Clock,
  warn: (error: unknown) => void,
): CredentialUse {
  let pending = new Map<number, UsedCredential>();
  const writePending = (): void => {
    const credentials = [...pending.values()].toSorted((a, b) => a.id - b.id);
    pending = new Map();
    writeUse(reader, credentials, new Date(clock.now())).catch(warn);
  };
  return {
    record: (credential) => {
      const now = clock.now();
      if (now - credential.lastUsed < RECORD_USE_MS) return;
      credential.lastUsed = now;
      if (pending.size === 0) clock.after(WRITE_DELAY_MS, writePending);
      pending.set(credential.id, credential);
    },
  };
}

/** The same accounts; the credential of each one that is found counts as used. */
export function recordUse(accounts: Accounts, use: CredentialUse): Accounts {
  const used = (account: Account | undefined): Account | undefined => {
    if (account !== undefined) use.record(account.credential);
    return account;
  };
  return {
    find: async (lookup) => used(await accounts.find(lookup)),
    lookup: (lookup) => used(accounts.lookup(lookup)),
  };
}

function writeUse(reader: Reader, credentials: readonly UsedCredential[], now: Date): Promise<unknown> {
  return reader.all(
    sql`update credential c set last_used = ${now}::timestamptz,
          expires_at = case when c.kind = 'session'
            then ${expiryAfter(sql`${now}::timestamptz`, sql`c.created_at`)} else c.expires_at end
        from unnest(${credentials.map(({ realmId }) => realmId)}::bigint[],
            ${credentials.map(({ id }) => id)}::bigint[]) as used (realm_id, id)
        join realm on realm.id = used.realm_id
        where c.realm_id = used.realm_id and c.id = used.id`,
  );
}

type Time = ReturnType<typeof sql>;

/** The time at which a session that is used at a time expires, by the rules of the row `realm`. */
export function expiryAfter(usedAt: Time, createdAt: Time) {
  const limit = (name: string, standard: number) =>
    sql`coalesce((realm.settings->>${name})::int, ${standard})`;
  return sql<Date>`least(
    ${usedAt} + make_interval(mins => ${limit('session_idle_minutes', SESSION_IDLE_DAYS * DAY_MINUTES)}),
    ${createdAt} + make_interval(hours => ${limit('session_max_hours', MAX_SESSION_DAYS * 24)}))`;
}
