import { pino } from 'pino';
import { createLocalBus, type Bus } from '../engine/bus/bus.ts';
import { createNatsBus } from '../engine/bus/nats-bus.ts';
import { createOAuthProvider } from '../chat/calls/oauth-provider.ts';
import { systemClock, type Clock, type Random } from '../engine/clock.ts';
import type { Config } from '../engine/config.ts';
import { createVersionedCache } from '../engine/db/versioned-cache.ts';
import { createPool } from '../engine/db/pool.ts';
import { createWrite } from '../engine/db/tx.ts';
import { createPictures } from '../engine/files/pictures.ts';
import { createFileStore } from '../engine/files/store.ts';
import { createAccounts } from '../http/accounts.ts';
import { createRateLimiter } from '../http/rate-limits.ts';
import { createMailer } from '../engine/mail/create-mailer.ts';
import { createMetrics } from '../engine/metrics/metrics.ts';
import { flagsOfUsers } from '../chat/messages/flags-of-users.ts';
import { createSending } from '../chat/messages/sending/sending.ts';
import { createLogStore } from '../engine/log/store.ts';
import { createRecentPresence } from '../organization/presence/recent.ts';
import { createRecorder } from '../organization/presence/recorder.ts';
import { createPresenceStore } from '../organization/presence/store.ts';
import { createAdmission } from '../delivery/admission.ts';
import { createEventAdapter } from './event-adapters.ts';
import { createHub } from '../delivery/hub.ts';
import { createShared, type Shared } from '../delivery/shared.ts';
import { createQueueStore } from '../delivery/store.ts';
import { createSealer } from '../engine/secrets/seal.ts';
import { noTracing, type Tracing } from '../engine/tracing/tracing.ts';
import { createSignOnProvider } from '../organization/sign-on/provider.ts';
import type { World } from '../http/world.ts';

export type LivingWorld = World & {
  /** From now on balancers are told to look elsewhere. */
  startDraining(): void;
  /** From now on answers ask clients to come back on a new connection. */
  startClosing(): void;
  dispose(): Promise<void>;
};

/** Builds everything once, in the order in which it depends on each other. */
export function buildWorld(
  config: Config,
  held: { clock?: Clock; random?: Random; tracing?: Tracing; shared?: Shared } = {},
): LivingWorld {
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
  const wakeUp = (realmId: number, head: number): void => {
    bus.wakeUp(realmId, head);
  };
  const write = createWrite(pool, wakeUp, clock);
  const metrics = createMetrics(pool);
  const memory = createVersionedCache();
  const accounts = createAccounts(pool, memory);
  const sending = createSending(pool, wakeUp, metrics, memory, clock);
  const hub = createHub({
    log: createLogStore(pool),
    adapter: createEventAdapter((realmId, messageId, userIds) =>
      flagsOfUsers(pool, realmId, messageId, userIds),
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
    publish: (realmId, audience, event) => {
      // It is worth less than the request on whose way it is.
      try {
        bus.publish(realmId, { audience, event });
      } catch (error) {
        warn(error);
      }
    },
    findAccount: accounts.find,
    cachedAccount: accounts.lookup,
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
}

/** What a reader of the log needs of an error; some libraries hang whole connections onto theirs. */
function describeError(error: unknown): Record<string, unknown> {
  return error instanceof Error
    ? {
        type: error.name,
        message: error.message,
        code: 'code' in error ? error.code : undefined,
        stack: error.stack,
      }
    : { message: String(error) };
}
