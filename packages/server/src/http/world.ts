import type { Logger } from 'pino';
import type { LoggedEvent } from '../engine/log/logged-event.ts';
import type { Bus } from '../engine/bus/bus.ts';
import type { Clock, Random } from '../engine/clock.ts';
import type { Config } from '../engine/config.ts';
import type { ExpensiveQueries } from '../engine/db/expensive-queries.ts';
import type { DatabaseEpoch } from '../engine/db/guarded-pool.ts';
import type { Pool } from '../engine/db/pool.ts';
import type { Write } from '../engine/db/tx.ts';
import type { WriteProbe } from '../engine/db/write-probe.ts';
import type { Pictures } from '../engine/files/pictures.ts';
import type { FileStore } from '../engine/files/file-store.ts';
import type { Account, FindAccount } from './accounts.ts';
import type { Metrics } from '../engine/metrics/metrics.ts';
import type { Mailer } from '../engine/mail/mailer.ts';
import type { Outbound } from '../engine/outbound/outbound.ts';
import type { Maintenance } from './maintenance.ts';
import type { RequestIdSource } from './request-id.ts';
import type { RequestLog } from './request-log.ts';
import type { RequestTurns } from './request-turns.ts';
import type { Proxies } from './client-address.ts';
import type { RateLimiter } from './rate-limits.ts';
import type { Audience } from '../engine/log/audience.ts';
import type { Processor } from '../engine/turns/processor.ts';
import type { Turns } from '../engine/turns/turns.ts';
import type { Faults } from '../engine/faults/faults.ts';
import type { Hub } from '../delivery/hub.ts';
import type { SnapshotCache } from '../delivery/snapshot-cache.ts';
import type { Keyring } from '../engine/secrets/seal.ts';
import type { Tracing } from '../engine/tracing/tracing.ts';

/**
 * Services of features. `app/world.ts` names all of them, by declaration merging, so that this layer imports
 * nothing from above.
 */
export interface FeatureServices {}

/** The parts of a running server, built once and passed to every function that needs them. */
export type World = FeatureServices & {
  readonly config: Config;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly pool: Pool;
  readonly expensiveQueries: ExpensiveQueries;
  readonly requests: RequestTurns;
  readonly requestIds: RequestIdSource;
  readonly requestLog: RequestLog;
  /** Turns of requests with large parameters. */
  readonly largeRequests: Turns;
  readonly epoch: DatabaseEpoch;
  readonly write: Write;
  /**
   * Publishes an ephemeral event: not in the log, delivered at most once to the current audience. With a position, nodes
   * read the log up to it before they judge who is in the audience.
   */
  readonly publish: (realmId: number, audience: Audience, event: LoggedEvent, position?: number) => void;
  /** Calls the listener after commits of this node, and of other nodes in the organizations that this one follows. */
  readonly onWakeUp: Bus['onWakeUp'];
  readonly findAccount: FindAccount;
  /** A cached account, for operations that verify its version when they write. */
  readonly cachedAccount: (lookup: string) => Account | undefined;
  readonly hub: Hub;
  /** Limits concurrent registrations, which have the largest responses. */
  readonly registrations: Turns;
  readonly shared: SnapshotCache;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
  readonly limiter: RateLimiter;
  readonly processor: Processor;
  readonly proxies: Proxies;
  readonly sealer: Keyring;
  readonly files: FileStore;
  readonly pictures: Pictures;
  /** Requests to URLs of users. */
  readonly outbound: Outbound;
  /** Undefined unless the operator has configured a mail server. */
  readonly mailer: Mailer | undefined;
  /** Accounts for an error of a request that its caller did not cause. */
  readonly report: Faults['report'];
  /** Accounts for an error of background work, which is retried. */
  readonly warn: Faults['warn'];
  readonly faults: Pick<Faults, 'recent' | 'outage'>;
  readonly writeProbe: WriteProbe;
  readonly maintenance: Maintenance;
  readonly isClosing: () => boolean;
  /** The node still serves, but load balancers should use other nodes. */
  readonly isDraining: () => boolean;
};
