import { q, sql, type Reader } from '../../engine/db/sql.ts';
import { applyRule, LOGIN } from '../../http/rate-limits.ts';
import { hashOf } from '../../engine/secrets/seal.ts';

/** Attempts are counted per submitted name, whether or not such a user exists; only hashes are stored. */
function keyOf(name: string): Buffer {
  return hashOf(name.toLowerCase());
}

const STEP_SECONDS = LOGIN.seconds / LOGIN.count;
/** The extra microsecond tolerates rounding errors. */
const MAX_AHEAD_SECONDS = LOGIN.seconds + 1e-6;

/**
 * Counts an attempt across all nodes. Returns the seconds to wait if there were too many attempts; rejected attempts
 * are not counted. `now` is in seconds.
 */
export async function countAttempt(
  reader: Reader,
  realmId: number,
  name: string,
  now: number,
): Promise<number | undefined> {
  const counted = await reader.first(
    sql`insert into login_attempt as known (realm_id, name_hash, arrival)
        values (${realmId}, ${keyOf(name)}, ${now + STEP_SECONDS})
        on conflict (realm_id, name_hash) do update
          set arrival = greatest(known.arrival, ${now}::float8) + ${STEP_SECONDS}::float8
          where greatest(known.arrival, ${now}::float8) + ${STEP_SECONDS}::float8 <= ${now + MAX_AHEAD_SECONDS}::float8
        returning arrival`,
  );
  if (counted !== undefined) return undefined;
  const { verdict } = applyRule(LOGIN, await arrivalOf(reader, realmId, name), now);
  return verdict.ok ? 0 : verdict.retrySeconds;
}

async function arrivalOf(reader: Reader, realmId: number, name: string): Promise<number | undefined> {
  const row = await reader.first(
    q
      .selectFrom('login_attempt')
      .select('arrival')
      .where('realm_id', '=', realmId)
      .where('name_hash', '=', keyOf(name)),
  );
  return row?.arrival;
}

/** Clears the failed attempts after a successful login. */
export async function clearAttempts(reader: Reader, realmId: number, name: string): Promise<void> {
  await reader.all(
    q.deleteFrom('login_attempt').where('realm_id', '=', realmId).where('name_hash', '=', keyOf(name)),
  );
}
