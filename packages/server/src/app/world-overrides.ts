import type { DestinationStream } from 'pino';
import type { SnapshotCache } from '../delivery/snapshot-cache.ts';
import type { ProcessAuthor } from '../engine/audit/author.ts';
import type { Clock, Random } from '../engine/clock.ts';
import type { LookUp } from '../engine/outbound/guard.ts';
import type { Keyring } from '../engine/secrets/seal.ts';
import type { Tracing } from '../engine/tracing/tracing.ts';

/** Parts of the world that the caller of `buildWorld` makes or chooses. */
export type WorldOverrides = {
  clock?: Clock;
  random?: Random;
  tracing?: Tracing;
  shared?: SnapshotCache;
  sealer?: Keyring;
  /** Finds the addresses of hosts that users name. */
  lookUp?: LookUp;
  /** The author of changes without a request. */
  author?: ProcessAuthor;
  /** Takes the lines of the log instead of standard output. */
  logStream?: DestinationStream;
  /** Processor time of the event loop in milliseconds. */
  processorMs?: () => number;
  /** The name of the connections to PostgreSQL. */
  applicationName?: string;
};
