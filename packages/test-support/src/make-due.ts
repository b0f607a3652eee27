import { setTimeout as pause } from 'node:timers/promises';
import { sql } from '@parley/server/engine/db/sql.ts';
import { deliverReminders } from '@parley/server/chat/reminders/deliver.ts';
import { deliverScheduled } from '@parley/server/chat/scheduled-messages/deliver.ts';
import type { TestServer } from './harness.ts';

const jobs = { scheduled_message: deliverScheduled, reminder: deliverReminders };

/** Lets the time of a scheduled message or a reminder come, and waits until it was sent or has failed. */
export async function makeDue(
  { server: { world }, realmId }: TestServer,
  id: number,
  secondsAgo = 1,
  table: keyof typeof jobs = 'scheduled_message',
): Promise<void> {
  const rows = sql.table(table);
  await world.pool.all(sql`
    update ${rows} set due_at = now() - make_interval(secs => ${secondsAgo}), taken_until = null
    where realm_id = ${realmId} and id = ${id}`);
  for (;;) {
    await jobs[table](world);
    const row = await world.pool.first(
      sql`select id from ${rows} where realm_id = ${realmId} and id = ${id} and not has_failed`,
    );
    if (row === undefined) return;
    // The server's own job has taken it.
    await pause(20);
  }
}
