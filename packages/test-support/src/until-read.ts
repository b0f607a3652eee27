import { setTimeout as pause } from 'node:timers/promises';
import { readLag } from '@parley/server/delivery/readers/lag.ts';
import { sql, type Reader } from '@parley/server/engine/db/sql.ts';

const LIMIT_MS = 120_000;

/** Waits until notifications, webhooks and the other readers of the log have read all entries of all organizations. */
export async function untilRead(reader: Reader): Promise<void> {
  const end = performance.now() + LIMIT_MS;
  while ((await hasNewOrganization(reader)) || (await readLag(reader)).some(({ entries }) => entries > 0)) {
    if (performance.now() > end) throw new Error('The readers of the log did not catch up.');
    await pause(50);
  }
}

/** Every organization gets a reader for notifications, some time after its creation. */
async function hasNewOrganization(reader: Reader): Promise<boolean> {
  const organization = await reader.first(sql`
    select h.realm_id from realm_head h where not exists (
      select from log_reader r where r.realm_id = h.realm_id and r.kind = 'notify' and r.id = 0) limit 1`);
  return organization !== undefined;
}
