import { sql } from '@parley/server/engine/db/sql.ts';
import type { World } from '@parley/server/http/world.ts';

const LIMIT_MS = 300_000;
const PAUSE_MS = 20;
/** A node that was killed leaves claims, which other nodes take over when they expire. */
const CLAIM_PATIENCE_MS = 3_000;

/** Waits until nothing of an organization is left to decide or to send. Claims of killed nodes expire early. */
export async function settle(world: World, realmId: number, hasCrashed: boolean): Promise<void> {
  const started = performance.now();
  await untilTrue(async () => {
    if (hasCrashed && performance.now() - started > CLAIM_PATIENCE_MS) await expireClaims(world, realmId);
    return isSettled(world, realmId);
  });
}

async function isSettled({ pool }: World, realmId: number): Promise<boolean> {
  const row = await pool.first(sql<{ is_busy: boolean }>`
    select not exists (
        select from log_reader r join realm_head h on h.realm_id = r.realm_id
        where r.realm_id = ${realmId} and r.kind = 'notify' and r.id = 0 and r.position >= h.head)
      or exists (select from lost_queue where realm_id = ${realmId})
      or exists (select from email_batch where realm_id = ${realmId} and due_at <= now())
      or exists (select from notification where realm_id = ${realmId} and kind = 'push' and state = 'waiting')
      or exists (select from push_delivery where realm_id = ${realmId})
      or exists (select from mail where realm_id = ${realmId}) as is_busy`);
  return row?.is_busy === false;
}

async function expireClaims({ pool }: World, realmId: number): Promise<void> {
  await pool.all(sql`update push_delivery set due_at = now() where realm_id = ${realmId} and tries > 0`);
  await pool.all(sql`update mail set next_try_at = now() where realm_id = ${realmId} and tries > 0`);
}

export async function untilTrue(condition: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + LIMIT_MS;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`The server did not finish within ${LIMIT_MS / 1000} s.`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
