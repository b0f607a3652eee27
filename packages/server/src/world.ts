import type { Logger } from 'pino';
import type { CallProvider } from './calls/provider.ts';
import type { Clock, Random } from './clock.ts';
import type { Config } from './config.ts';
import type { Pool } from './db/pool.ts';
import type { Write } from './db/tx.ts';
import type { FindAccount } from './http/accounts.ts';
import type { RateLimiter } from './http/rate-limits.ts';
import type { Hub } from './queues/hub.ts';
import type { Sealer } from './secrets/seal.ts';

/** Everything that the server is made of, built once and passed on. */
export type World = {
  readonly config: Config;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly pool: Pool;
  readonly write: Write;
  readonly findAccount: FindAccount;
  readonly hub: Hub;
  readonly limiter: RateLimiter;
  readonly sealer: Sealer;
  /** Who holds video calls; nobody unless the operator has configured it. */
  readonly calls: CallProvider | undefined;
  /** Notes an error that nobody expected. */
  readonly report: (error: unknown) => void;
  readonly isClosing: () => boolean;
};
