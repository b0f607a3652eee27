import { isUnavailable } from '@parley/server/engine/db/errors.ts';
import { sql } from '@parley/server/engine/db/sql.ts';
import type { World } from '@parley/server/http/world.ts';
import { isBusy } from '@parley/test-support/patiently.ts';
import type { Nodes } from './nodes.ts';

/** Waits for the servers. All sequences share one loop, so their number does not multiply its queries. */
export type Settler = {
  /** Resolves when nothing of the organization is left to decide or to send. */
  settled(realmId: number): Promise<void>;
  stop(): Promise<void>;
};

type Waiter = {
  readonly since: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
};

const MAX_WAIT_MS = 300_000;
const PAUSE_MS = 50;

export function startSettler(world: World, nodes: Nodes): Settler {
  const waiters = new Map<number, Waiter>();
  let isRunning = true;
  const round = async (): Promise<void> => {
    if (waiters.size === 0) return;
    await nodes.work();
    for (const realmId of await settledAmong(world, [...waiters.keys()])) {
      waiters.get(realmId)?.resolve();
      waiters.delete(realmId);
    }
    const expired = [...waiters].filter(([, { since }]) => performance.now() - since > MAX_WAIT_MS);
    for (const [realmId, { reject }] of expired) {
      waiters.delete(realmId);
      reject(new Error(`The server did not finish organization ${realmId} in ${MAX_WAIT_MS / 1000} s.`));
    }
  };
  const run = async (): Promise<void> => {
    while (isRunning) {
      await round().catch((error: unknown) => {
        if (isBusy(error) || isUnavailable(error)) return;
        for (const { reject } of waiters.values()) reject(error);
        waiters.clear();
      });
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  };
  const running = run();
  return {
    settled: (realmId) =>
      new Promise((resolve, reject) => {
        waiters.set(realmId, { since: performance.now(), resolve, reject });
      }),
    stop: () => {
      isRunning = false;
      return running;
    },
  };
}

async function settledAmong({ pool }: World, realmIds: readonly number[]): Promise<number[]> {
  const rows = await pool.all(sql<{ realm_id: number }>`
    select h.realm_id from realm_head h
    join log_reader r on r.realm_id = h.realm_id and r.kind = 'notify' and r.id = 0 and r.position >= h.head
    where h.realm_id = any(${[...realmIds]}::bigint[])
      and not exists (select from lost_queue where realm_id = h.realm_id)
      and not exists (select from email_batch where realm_id = h.realm_id and due_at <= now())
      and not exists (
        select from notification where realm_id = h.realm_id and kind = 'push' and state = 'waiting')
      and not exists (select from push_delivery where realm_id = h.realm_id)
      and not exists (select from mail where realm_id = h.realm_id)`);
  return rows.map(({ realm_id }) => realm_id);
}
