import { pino } from 'pino';
import { createLocalBus } from './bus/bus.ts';
import { createOAuthProvider } from './calls/oauth-provider.ts';
import { systemClock, type Clock, type Random } from './clock.ts';
import type { Config } from './config.ts';
import { createPool } from './db/pool.ts';
import { createWrite } from './db/tx.ts';
import { createAccountFinder } from './http/accounts.ts';
import { createRateLimiter } from './http/rate-limits.ts';
import { createLogStore } from './log/store.ts';
import { createHub } from './queues/hub.ts';
import { createQueueStore } from './queues/store.ts';
import { createSealer } from './secrets/seal.ts';
import type { World } from './world.ts';

export type LivingWorld = World & {
  /** From now on answers ask clients to come back on a new connection. */
  startClosing(): void;
  dispose(): Promise<void>;
};

/** Builds everything once, in the order in which it depends on each other. */
export const buildWorld = (config: Config, held: { clock?: Clock; random?: Random } = {}): LivingWorld => {
  const clock = held.clock ?? systemClock;
  const random = held.random ?? Math.random;
  const log = pino({ level: config.logLevel, serializers: { err: describeError } });
  const warn = (error: unknown): void => {
    log.warn({ err: error }, 'a background task failed and will be tried again');
  };
  const pool = createPool(config.database, warn);
  const bus = createLocalBus();
  const write = createWrite(pool, (realmId, head) => {
    bus.poke(realmId, head);
  });
  const hub = createHub({
    log: createLogStore(pool),
    queues: createQueueStore(pool),
    bus,
    clock,
    random,
    warn,
  });
  let closing = false;
  return {
    config,
    clock,
    random,
    log,
    pool,
    write,
    findAccount: createAccountFinder(pool),
    hub,
    limiter: createRateLimiter(clock),
    sealer: createSealer(config.secret),
    calls: createOAuthProvider(config, clock),
    report: (error) => {
      log.error({ err: error }, 'a request failed for a reason that nobody expected');
    },
    isClosing: () => closing,
    startClosing: () => {
      closing = true;
      hub.drain();
    },
    dispose: async () => {
      await hub.close();
      await bus.close();
      await pool.end();
    },
  };
};

/** What a reader of the log needs of an error; some libraries hang whole connections onto theirs. */
const describeError = (error: unknown): Record<string, unknown> =>
  error instanceof Error
    ? {
        type: error.name,
        message: error.message,
        code: 'code' in error ? error.code : undefined,
        stack: error.stack,
      }
    : { message: String(error) };
