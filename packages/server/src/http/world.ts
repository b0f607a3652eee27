import type { Logger } from 'pino';
import type { LoggedEvent } from '../engine/log/logged-event.ts';
import type { CallProvider } from '../chat/calls/provider.ts';
import type { Clock, Random } from '../engine/clock.ts';
import type { Config } from '../engine/config.ts';
import type { Pool } from '../engine/db/pool.ts';
import type { Write } from '../engine/db/tx.ts';
import type { Pictures } from '../engine/files/pictures.ts';
import type { FileStore } from '../engine/files/file-store.ts';
import type { Account, FindAccount } from './accounts.ts';
import type { Metrics } from '../engine/metrics/metrics.ts';
import type { Sending } from '../chat/messages/sending/sending.ts';
import type { Mailer } from '../engine/mail/mailer.ts';
import type { RateLimiter } from './rate-limits.ts';
import type { Audience } from '../engine/log/audience.ts';
import type { RecentPresence } from '../organization/presence/recent.ts';
import type { Recorder } from '../organization/presence/recorder.ts';
import type { Admission } from '../delivery/admission.ts';
import type { Hub } from '../delivery/hub.ts';
import type { Shared } from '../delivery/shared.ts';
import type { SignOnProvider } from '../organization/sign-on/provider.ts';
import type { Sealer } from '../engine/secrets/seal.ts';
import type { Tracing } from '../engine/tracing/tracing.ts';

/** Everything that the server is made of, built once and passed on. */
export type World = {
  readonly config: Config;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly pool: Pool;
  readonly write: Write;
  /** Sends an event that is not in the log, at most once, to who is listening now. */
  readonly publish: (realmId: number, audience: Audience, event: LoggedEvent) => void;
  readonly findAccount: FindAccount;
  /** The same from memory, for operations that have it confirmed when they store something. */
  readonly cachedAccount: (keyHash: string) => Account | undefined;
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
