import { sql } from '@parley/server/engine/db/sql.ts';
import { expireQueues } from '@parley/server/delivery/expire.ts';
import type { World } from '@parley/server/http/world.ts';
import { untilTrue } from './settle.ts';

/**
 * Lets time pass for an organization, by moving all times that its rows have into the past. Queues are lost first, and
 * then e-mails become due, so that the order is the same in every run.
 */
export async function passRealTime(world: World, realmId: number, seconds: number): Promise<void> {
  const { pool } = world;
  const ago = sql`make_interval(secs => ${seconds})`;
  const batches = await pool.all(
    sql<{ user_id: number }>`select user_id from email_batch where realm_id = ${realmId}`,
  );
  await pool.all(sql`update presence set active_at = active_at - ${ago} where realm_id = ${realmId}`);
  await pool.all(sql`update message set sent_at = sent_at - ${ago} where realm_id = ${realmId}`);
  await pool.all(sql`update topic_policy set updated_at = updated_at - ${ago} where realm_id = ${realmId}`);
  await pool.all(sql`update event_queue set last_seen = last_seen - ${ago} where realm_id = ${realmId}`);
  await expireQueues(world);
  await untilTrue(async () => {
    const rows = await pool.all(sql`select from lost_queue where realm_id = ${realmId}`);
    return rows.length === 0;
  });
  await pool.all(sql`
    update email_batch set started_at = started_at - ${ago}, due_at = due_at - ${ago}
    where realm_id = ${realmId} and user_id = any(${batches.map(({ user_id }) => user_id)}::bigint[])`);
}
