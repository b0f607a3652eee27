import { setTimeout as pause } from 'node:timers/promises';
import { sql } from '../db/sql.ts';
import { deliverScheduled } from '../scheduled-messages/deliver.ts';
import type { TestServer } from './harness.ts';

/** Lets the time of a scheduled message come, and waits until it was sent or has failed. */
export const makeDue = async (
  { server: { world }, realmId }: TestServer,
  id: number,
  secondsAgo = 1,
): Promise<void> => {
  await world.pool.all(sql`
    update scheduled_message set due_at = now() - make_interval(secs => ${secondsAgo}), taken_until = null
    where realm_id = ${realmId} and id = ${id}`);
  for (;;) {
    await deliverScheduled(world);
    const row = await world.pool.first(
      sql`select id from scheduled_message where realm_id = ${realmId} and id = ${id} and not has_failed`,
    );
    if (row === undefined) return;
    // The server's own job has taken it.
    await pause(20);
  }
};
