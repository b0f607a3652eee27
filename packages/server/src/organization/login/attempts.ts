import { q, sql, type Reader } from '../../engine/db/sql.ts';
import { judge, LOGIN } from '../../http/rate-limits.ts';
import { hashOf } from '../../engine/secrets/seal.ts';

/** Names are counted as they were typed, whether or not somebody has them, and kept as hashes only. */
function keyOf(name: string): Buffer {
  return hashOf(name.toLowerCase());
}

const STEP = LOGIN.seconds / LOGIN.count;
/** A millionth of a second forgives the rounding of sums. */
const LATEST = LOGIN.seconds + 1e-6;

/**
 * Counts an attempt, for all nodes at once. Answers how many seconds to wait when there were too many; those
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
        values (${realmId}, ${keyOf(name)}, ${now + STEP})
        on conflict (realm_id, name_hash) do update
          set arrival = greatest(known.arrival, ${now}::float8) + ${STEP}::float8
          where greatest(known.arrival, ${now}::float8) + ${STEP}::float8 <= ${now + LATEST}::float8
        returning arrival`,
  );
  if (counted !== undefined) return undefined;
  const { verdict } = judge(LOGIN, await arrivalOf(reader, realmId, name), now);
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

/** Whoever knows the password is not held to the attempts before. */
export async function forgetAttempts(reader: Reader, realmId: number, name: string): Promise<void> {
  await reader.all(
    q.deleteFrom('login_attempt').where('realm_id', '=', realmId).where('name_hash', '=', keyOf(name)),
  );
}
