import { pino } from 'pino';
import { createLocalBus, type Bus } from './bus/bus.ts';
import { createNatsBus } from './bus/nats-bus.ts';
import { createOAuthProvider } from './calls/oauth-provider.ts';
import { systemClock, type Clock, type Random } from './clock.ts';
import type { Config } from './config.ts';
import { createMemory } from './db/memory.ts';
import { createPool } from './db/pool.ts';
import { createWrite } from './db/tx.ts';
import { createPictures } from './files/pictures.ts';
import { createFileStore } from './files/store.ts';
import { createAccounts } from './http/accounts.ts';
import { createRateLimiter } from './http/rate-limits.ts';
import { createMailer } from './mail/create-mailer.ts';
import { createMetrics } from './metrics/metrics.ts';
import { flagsOfPeople } from './messages/flags-of-people.ts';
import { createSending } from './messages/sending/sending.ts';
import { createLogStore } from './log/store.ts';
import { createRecentPresence } from './presence/recent.ts';
import { createRecorder } from './presence/recorder.ts';
import { createPresenceStore } from './presence/store.ts';
import { createAdmission } from './queues/admission.ts';
import { createEventAdapter } from './queues/fit.ts';
import { createHub } from './queues/hub.ts';
import { createShared, type Shared } from './queues/shared.ts';
import { createQueueStore } from './queues/store.ts';
import { createSealer } from './secrets/seal.ts';
import { noTracing, type Tracing } from './tracing/tracing.ts';
import { createSignOnProvider } from './sign-on/provider.ts';
import type { World } from './world.ts';

export type LivingWorld = World & {
  /** From now on balancers are told to look elsewhere. */
  startDraining(): void;
  /** From now on answers ask clients to come back on a new connection. */
  startClosing(): void;
  dispose(): Promise<void>;
};

/** Builds everything once, in the order in which it depends on each other. */
export const buildWorld = (
  config: Config,
  held: { clock?: Clock; random?: Random; tracing?: Tracing; shared?: Shared } = {},
): LivingWorld => {
  const tracing = held.tracing ?? noTracing;
  const clock = held.clock ?? systemClock;
  const random = held.random ?? Math.random;
  const log = pino({ level: config.logLevel, serializers: { err: describeError } });
  const warn = (error: unknown): void => {
    log.warn({ err: error }, 'a background task failed and will be tried again');
  };
  const pool = createPool(config.database, warn, tracing);
  const sealer = createSealer(config.secret);
  const mailer = createMailer(config.mail);
  const bus: Bus =
    config.nats === undefined ? createLocalBus() : createNatsBus({ config: config.nats, sealer, clock, log });
  const poke = (realmId: number, head: number): void => {
    bus.poke(realmId, head);
  };
  const write = createWrite(pool, poke, clock);
  const metrics = createMetrics(pool);
  const memory = createMemory();
  const accounts = createAccounts(pool, memory);
  const sending = createSending(pool, poke, metrics, memory, clock);
  const hub = createHub({
    log: createLogStore(pool),
    adapter: createEventAdapter((realmId, messageId, personIds) =>
      flagsOfPeople(pool, realmId, messageId, personIds),
    ),
    queues: createQueueStore(pool),
    bus,
    clock,
    random,
    warn,
    tracing,
  });
  metrics.watch(hub);
  const files = createFileStore(config.files);
  const pictures = createPictures(clock);
  let closing = false;
  let draining = false;
  return {
    config,
    clock,
    random,
    log,
    pool,
    write,
    tell: (realmId, audience, event) => {
      // It is worth less than the request on whose way it is.
      try {
        bus.tell(realmId, { audience, event });
      } catch (error) {
        warn(error);
      }
    },
    findAccount: accounts.find,
    recallAccount: accounts.recall,
    hub,
    admit: createAdmission(Math.ceil(config.database.connections / 2), clock, random),
    shared: held.shared ?? createShared(),
    presence: createRecorder(createPresenceStore(pool), clock),
    recentPresence: createRecentPresence(pool, clock),
    sending,
    metrics,
    tracing,
    limiter: createRateLimiter(clock),
    sealer,
    files,
    pictures,
    mailer,
    signOn: createSignOnProvider(config, clock),
    calls: createOAuthProvider(config, clock),
    report: (error) => {
      log.error({ err: error }, 'a request failed for a reason that nobody expected');
    },
    isClosing: () => closing,
    isDraining: () => draining,
    startDraining: () => {
      draining = true;
    },
    startClosing: () => {
      closing = true;
      hub.drain();
    },
    dispose: async () => {
      await hub.close();
      await sending.close();
      mailer?.close();
      await bus.close();
      pictures.close();
      files.close();
      await pool.end();
      await tracing.close().catch(warn);
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
