import type { FetchType, fetchedState } from '@parley/contract/endpoints/queues.ts';
import type * as z from 'zod';
import type { Config } from '../engine/config.ts';
import type { Reader } from '../engine/db/sql.ts';
import { Json, type Piece } from '../engine/json-pieces.ts';
import type { Actor } from './actor.ts';
import type { Sealer } from '../engine/secrets/seal.ts';
import type { Shared, Versions } from '../delivery/shared.ts';
import type { ClientOptions } from '../delivery/client-options.ts';

/** What a part of the snapshot is read with: one moment of the database, for one client. */
export type Viewpoint = Actor & {
  readonly reader: Reader;
  /** What others have read already, at the same numbers. */
  readonly shared: Shared;
  readonly versions: Versions;
  readonly wishes: ClientOptions;
  readonly config: Config;
  readonly sealer: Sealer;
  /** Whether channels come with the ids of those who are in them. */
  readonly includeSubscribers: boolean;
  /** Wall time in milliseconds. */
  readonly now: number;
  /** Age in days of the oldest presence that the client wants to know. */
  readonly presenceDays: number | undefined;
  /** Types that the client named; null when it wants everything. */
  readonly fetched: ReadonlySet<string> | null;
};

export type StateOf<T extends FetchType> = z.output<z.ZodObject<(typeof fetchedState)[T]>>;
/** Values may be JSON already. */
export type SnapshotPart<S> = { [K in keyof S]: S[K] | Json<S[K]> };
export type ReadState<T extends FetchType> = (viewpoint: Viewpoint) => Promise<SnapshotPart<StateOf<T>>>;
/** Every part has its reader: one that is missing is a compile error. */
export type SnapshotParts = { readonly [T in FetchType]: ReadState<T> };

/** Reads the wanted parts, one after another on one connection; answers the members of an object, each with a comma. */
export async function readState(
  parts: Readonly<Record<FetchType, (viewpoint: Viewpoint) => Promise<object>>>,
  viewpoint: Viewpoint,
): Promise<Piece[]> {
  const state: Record<string, unknown> = {};
  for (const [type, read] of Object.entries(parts)) {
    if (!isWanted(type, viewpoint.fetched)) continue;
    Object.assign(state, await read(viewpoint));
  }
  return Object.entries(state).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [
          `${JSON.stringify(name)}:`,
          ...(value instanceof Json ? value.pieces : [JSON.stringify(value)]),
          ',',
        ],
  );
}

/** Two parts depend on what else was named: counts of unread messages, and the older form of muted topics. */
function isWanted(type: string, fetched: ReadonlySet<string> | null): boolean {
  if (fetched === null) return true;
  if (type === 'update_message_flags') return fetched.has(type) && fetched.has('message');
  if (type === 'muted_topics') return fetched.has(type) && !fetched.has('user_topic');
  return fetched.has(type);
}
