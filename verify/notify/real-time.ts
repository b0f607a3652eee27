import { sql } from '@parley/server/engine/db/sql.ts';
import { expireQueues } from '@parley/server/delivery/expire.ts';
import type { World } from '@parley/server/http/world.ts';
import type { Model } from './model.ts';
import type { Organization } from './organization.ts';
import type { Settler } from './settle.ts';
import type { Quiet } from './steps.ts';

/**
 * All thresholds of the rules lie 200 s away from every sum of passed times, so steps may take this long until time
 * passes again.
 */
export const MAX_STILL_MS = 150_000;

/**
 * Lets time pass for an organization, by moving all times that its rows have into the past. The time that the steps
 * before took is taken back. Queues are lost first, and then e-mails become due, so that the order is the same in every
 * run.
 */
export async function passRealTime(
  world: World,
  settler: Settler,
  organization: Organization,
  model: Model,
  seconds: number,
): Promise<void> {
  const { pool } = world;
  const { realmId, stillSince } = organization;
  organization.stillSince = performance.now();
  const ago = sql`make_interval(secs => ${seconds - (organization.stillSince - stillSince) / 1000})`;
  const batches = await pool.all(
    sql<{ user_id: number }>`select user_id from email_batch where realm_id = ${realmId}`,
  );
  await pool.all(sql`update presence set active_at = active_at - ${ago} where realm_id = ${realmId}`);
  await pool.all(sql`update message set sent_at = sent_at - ${ago} where realm_id = ${realmId}`);
  await pool.all(sql`update topic_policy set updated_at = updated_at - ${ago} where realm_id = ${realmId}`);
  await pool.all(sql`update event_queue set last_seen = last_seen - ${ago} where realm_id = ${realmId}`);
  await moveQuietHours(world, organization, model, model.now + seconds);
  await expireQueues(world);
  await settler.settled(realmId);
  await pool.all(sql`
    update email_batch set started_at = started_at - ${ago}, due_at = due_at - ${ago}
    where realm_id = ${realmId} and user_id = any(${batches.map(({ user_id }) => user_id)}::bigint[])`);
}

/** Do-not-disturb hours are the only times that rows do not hold as such. */
async function moveQuietHours(
  { pool }: World,
  { realmId, users, stillSince }: Organization,
  model: Model,
  now: number,
): Promise<void> {
  for (const [index, { id }] of users.entries()) {
    const quiet = model.users[index]?.quiet;
    if (quiet === undefined) continue;
    const hours = JSON.stringify({ do_not_disturb_hours: hoursOf(quiet, now, stillSince) });
    await pool.all(sql`
      update realm_user set settings = settings || ${hours}::jsonb where realm_id = ${realmId} and id = ${id}`);
  }
}

const DAYS = ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa'] as const;
const MINUTE_MS = 60_000;

/** The hours as a setting: `now` of the model was at `stillSince`. */
export function hoursOf({ from, until }: Quiet, now: number, stillSince: number): string {
  const dateOf = (time: number): Date => {
    const milliseconds = performance.timeOrigin + stillSince + (time - now) * 1000;
    return new Date(Math.round(milliseconds / MINUTE_MS) * MINUTE_MS);
  };
  const start = dateOf(from);
  const clock = (time: Date): string => time.toISOString().slice(11, 16);
  return `${DAYS[start.getUTCDay()]} ${clock(start)}-${clock(dateOf(until))}`;
}
