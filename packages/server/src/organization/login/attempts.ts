import { q, sql, type Reader } from '../../engine/db/sql.ts';
import { applyRule, LOGIN, LOGIN_BY_NAME, type RateLimitRule } from '../../http/rate-limits.ts';
import { hashOf } from '../../engine/secrets/seal.ts';

/** The submitted name, whether or not such a user exists, and the network that tries it. */
export type Attempt = { readonly name: string; readonly network: string };

const PASSWORD_ATTEMPTS = { perNetwork: LOGIN, perName: LOGIN_BY_NAME };

/** Only hashes are stored. All keys of a name start with its hash. */
function nameKey(name: string): Buffer {
  return hashOf(name.toLowerCase());
}

function keyOf({ name, network }: Attempt): Buffer {
  return Buffer.concat([nameKey(name), hashOf(network)]);
}

/**
 * Counts an attempt across all nodes. Returns the seconds to wait if there were too many attempts; rejected attempts
 * are not counted. Attempts of one network do not lock out others, until very many networks try the same name.
 */
export async function countAttempt(
  reader: Reader,
  realmId: number,
  attempt: Attempt,
  nowSeconds: number,
  { perNetwork, perName } = PASSWORD_ATTEMPTS,
): Promise<number | undefined> {
  return (
    (await count(reader, realmId, keyOf(attempt), perNetwork, nowSeconds)) ??
    (await count(reader, realmId, nameKey(attempt.name), perName, nowSeconds))
  );
}

async function count(
  reader: Reader,
  realmId: number,
  key: Buffer,
  rule: RateLimitRule,
  now: number,
): Promise<number | undefined> {
  const step = rule.seconds / rule.count;
  // The extra microsecond tolerates rounding errors.
  const latest = now + rule.seconds + 1e-6;
  const counted = await reader.first(
    sql`insert into login_attempt as known (realm_id, name_hash, arrival)
        values (${realmId}, ${key}, ${now + step})
        on conflict (realm_id, name_hash) do update
          set arrival = greatest(known.arrival, ${now}::float8) + ${step}::float8
          where greatest(known.arrival, ${now}::float8) + ${step}::float8 <= ${latest}::float8
        returning arrival`,
  );
  if (counted !== undefined) return undefined;
  const { verdict } = applyRule(rule, await arrivalOf(reader, realmId, key), now);
  return verdict.ok ? 0 : verdict.retrySeconds;
}

async function arrivalOf(reader: Reader, realmId: number, key: Buffer): Promise<number | undefined> {
  const row = await reader.first(
    q
      .selectFrom('login_attempt')
      .select('arrival')
      .where('realm_id', '=', realmId)
      .where('name_hash', '=', key),
  );
  return row?.arrival;
}

/** Clears the failed attempts for a name after a successful login or a new password. */
export async function clearAttempts(reader: Reader, realmId: number, name: string): Promise<void> {
  const first = nameKey(name);
  await reader.all(
    q
      .deleteFrom('login_attempt')
      .where('realm_id', '=', realmId)
      .where('name_hash', '>=', first)
      .where('name_hash', '<=', Buffer.concat([first, Buffer.alloc(first.length, 0xff)])),
  );
}
