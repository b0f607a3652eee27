import type { FetchType, fetchedState } from '@parley/contract/endpoints/queues.ts';
import { setImmediate } from 'node:timers/promises';
import type * as z from 'zod';
import type { Config } from '../engine/config.ts';
import type { SnapshotReaders } from '../engine/db/snapshot.ts';
import { Json, type Piece } from '../engine/json-pieces.ts';
import type { Actor } from './actor.ts';
import type { Sealer } from '../engine/secrets/seal.ts';
import type { SnapshotCache, Versions } from '../delivery/snapshot-cache.ts';
import type { ClientOptions } from '../delivery/client-options.ts';

/** The context of reading a snapshot: one database snapshot, for one client. */
export type Viewpoint = Actor &
  SnapshotReaders & {
    readonly shared: SnapshotCache;
    readonly versions: Versions;
    readonly clientOptions: ClientOptions;
    readonly config: Config;
    readonly sealer: Sealer;
    /** Whether channels include the ids of their subscribers. */
    readonly includeSubscribers: boolean;
    /** Wall time in milliseconds. */
    readonly now: number;
    /** The maximum age of presences, in days. */
    readonly presenceDays: number | undefined;
    /** The version of the users that the client has; undefined if it wants all. */
    readonly usersSince: string | undefined;
    /** The epoch of the database snapshot. */
    readonly epoch: string | undefined;
    /** The requested types; null means all. */
    readonly fetched: ReadonlySet<string> | null;
  };

export type StateOf<T extends FetchType> = z.output<z.ZodObject<(typeof fetchedState)[T]>>;
/** Values may already be encoded as JSON. */
export type SnapshotPart<S> = { [K in keyof S]: S[K] | Json<S[K]> };
export type ReadState<T extends FetchType> = (viewpoint: Viewpoint) => Promise<SnapshotPart<StateOf<T>>>;
/** A reader per fetch type; a missing one is a compile error. */
export type SnapshotParts = { readonly [T in FetchType]: ReadState<T> };

/**
 * Reads the requested parts at once, so that their reads are merged; returns JSON members, followed by a comma. `onTurn` is
 * called after each pause of a long encoding.
 */
export async function readState(
  parts: Readonly<Record<FetchType, (viewpoint: Viewpoint) => Promise<object>>>,
  viewpoint: Viewpoint,
  onTurn: () => void = () => {},
): Promise<Piece[]> {
  const requested = Object.entries(parts).filter(([type]) => isRequested(type, viewpoint.fetched));
  const members = await Promise.all(requested.map(([, read]) => read(viewpoint)));
  const state: Piece[] = [];
  let length = 0;
  for (const [name, value] of Object.entries(Object.assign({}, ...members) as object)) {
    const pieces = encodeMembers({ [name]: value as unknown }).map(encodedNow);
    if (pieces.length > 0) state.push(...pieces, ',');
    // Values that are encoded already cost nothing.
    if (!(value instanceof Json)) for (const piece of pieces) length += piece.length;
    if (length < MAX_LENGTH_PER_TURN) continue;
    await setImmediate();
    onTurn();
    length = 0;
  }
  return state;
}

/** Texts of this length are encoded before the event loop handles other requests. */
const MAX_LENGTH_PER_TURN = 1_000_000;

/** A long text becomes bytes in the turn in which it is made, not in one with all others. */
function encodedNow(piece: Piece): Piece {
  return typeof piece === 'string' && piece.length > MAX_LENGTH_PER_TURN / 4 ? Buffer.from(piece) : piece;
}

/** The members of a JSON object, without those that are undefined; values may already be encoded. */
export function encodeMembers(members: object): Piece[] {
  return Object.entries(members)
    .filter(([, value]) => value !== undefined)
    .flatMap(([name, value]: [string, unknown], index) => [
      `${index === 0 ? '' : ','}${JSON.stringify(name)}:`,
      ...(value instanceof Json ? value.pieces : [JSON.stringify(value)]),
    ]);
}

/** Unread counts require `message` too, and the older form of muted topics is omitted with `user_topic`. */
function isRequested(type: string, fetched: ReadonlySet<string> | null): boolean {
  if (fetched === null) return true;
  if (type === 'update_message_flags') return fetched.has(type) && fetched.has('message');
  if (type === 'muted_topics') return fetched.has(type) && !fetched.has('user_topic');
  return fetched.has(type);
}
