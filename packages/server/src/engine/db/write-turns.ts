import type { Clock, Random } from '../clock.ts';
import type { ShareLimits } from '../turns/share.ts';
import { createTurns } from '../turns/turns.ts';
import type { Write } from './tx.ts';

export type WriteTurns = { readonly write: Write; close(): void };

const MAX_WAITING: ShareLimits = { total: 10_000, perRealm: 5_000, perUser: Infinity };
const MAX_WAIT_MS = 5_000;

/**
 * Gives an organization at most half of the connections for its transactions. They wait for each other at the
 * organization's log, so that more of them would only keep other organizations from theirs.
 */
export function createWriteTurns(
  write: Write,
  connections: number,
  clock: Clock,
  random: Random,
): WriteTurns {
  const running: ShareLimits = {
    total: connections,
    perRealm: Math.ceil(connections / 2),
    perUser: Infinity,
  };
  const turns = createTurns({ running, waiting: MAX_WAITING, maxWaitMs: MAX_WAIT_MS }, clock, random);
  return {
    write: (realmId, work) => turns.run({ realmId, userId: 0 }, () => write(realmId, work)),
    close: () => {
      turns.close();
    },
  };
}
