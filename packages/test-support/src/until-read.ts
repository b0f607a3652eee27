import { setTimeout as pause } from 'node:timers/promises';
import { readLag } from '@parley/server/delivery/readers/lag.ts';
import type { Reader } from '@parley/server/engine/db/sql.ts';

const LIMIT_MS = 120_000;

/** Waits until notifications, webhooks and the other readers of the log have caught up: their work belongs to a send. */
export async function untilRead(reader: Reader): Promise<void> {
  const end = performance.now() + LIMIT_MS;
  while ((await readLag(reader)).some(({ entries }) => entries > 0)) {
    if (performance.now() > end) throw new Error('The readers of the log did not catch up.');
    await pause(50);
  }
}
