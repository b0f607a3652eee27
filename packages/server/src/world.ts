import type { Logger } from 'pino';
import type { LoggedEvent } from './log/logged-event.ts';
import type { CallProvider } from './calls/provider.ts';
import type { Clock, Random } from './clock.ts';
import type { Config } from './config.ts';
import type { Pool } from './db/pool.ts';
import type { Write } from './db/tx.ts';
import type { Pictures } from './files/pictures.ts';
import type { FileStore } from './files/file-store.ts';
import type { Account, FindAccount } from './http/accounts.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Sending } from './messages/sending/sending.ts';
import type { Mailer } from './mail/mailer.ts';
import type { RateLimiter } from './http/rate-limits.ts';
import type { Audience } from './log/audience.ts';
import type { RecentPresence } from './presence/recent.ts';
import type { Recorder } from './presence/recorder.ts';
import type { Admission } from './queues/admission.ts';
import type { Hub } from './queues/hub.ts';
import type { Shared } from './queues/shared.ts';
import type { SignOnProvider } from './sign-on/provider.ts';
import type { Sealer } from './secrets/seal.ts';
import type { Tracing } from './tracing/tracing.ts';

/** Everything that the server is made of, built once and passed on. */
export type World = {
  readonly config: Config;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly pool: Pool;
  readonly write: Write;
  /** Sends an event that is not in the log, at most once, to who is listening now. */
  readonly tell: (realmId: number, audience: Audience, event: LoggedEvent) => void;
  readonly findAccount: FindAccount;
  /** The same from memory, for operations that have it confirmed when they store something. */
  readonly recallAccount: (keyHash: string) => Account | undefined;
  readonly hub: Hub;
  /** Registrations are the largest answers: only so many at once. */
  readonly admit: Admission;
  readonly shared: Shared;
  readonly presence: Recorder;
  readonly recentPresence: RecentPresence;
  readonly sending: Sending;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
  readonly limiter: RateLimiter;
  readonly sealer: Sealer;
  readonly files: FileStore;
  readonly pictures: Pictures;
  /** Who takes mail; nobody unless the operator has configured it. */
  readonly mailer: Mailer | undefined;
  /** Who says who somebody is; nobody unless the operator has configured it. */
  readonly signOn: SignOnProvider | undefined;
  /** Who holds video calls; nobody unless the operator has configured it. */
  readonly calls: CallProvider | undefined;
  /** Notes an error that nobody expected. */
  readonly report: (error: unknown) => void;
  readonly isClosing: () => boolean;
  /** The node still serves, but new requests should go to others. */
  readonly isDraining: () => boolean;
};
