import type {
  clientPresence,
  LegacyPresence,
  Presence,
  UserPresence,
} from '@parley/contract/objects/presence.ts';
import type * as z from 'zod';
import { shownAddress } from '../users/present.ts';
import type { PresenceRow } from './queries.ts';
import { LEGACY_ACTIVE_MS, OFFLINE_MS } from './times.ts';

type Times = Pick<PresenceRow, 'active_at' | 'idle_at' | 'date_joined'>;

/** Users who were never active count as active when they joined. */
function activeAt({ active_at, date_joined }: Times): Date {
  return active_at ?? date_joined;
}

function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}

export function presentTimes(row: Times): Required<Presence> {
  return {
    active_timestamp: seconds(activeAt(row)),
    idle_timestamp: seconds(row.idle_at),
  };
}

/** The presence for older clients, which know a single state per user. */
export function presentState(row: Times): z.infer<typeof clientPresence> {
  const active = activeAt(row);
  return active.getTime() + LEGACY_ACTIVE_MS >= row.idle_at.getTime()
    ? { client: 'website', status: 'active', timestamp: seconds(active) }
    : { client: 'website', status: 'idle', timestamp: seconds(row.idle_at) };
}

function presentLegacy(row: Times): LegacyPresence {
  const aggregated = presentState(row);
  return { aggregated, website: { ...aggregated, pushable: false } };
}

/** Both formats for one user; only `aggregated` can be `offline`. */
export function presentUserPresence(row: Times, now: number): UserPresence {
  const { status, timestamp } = presentState(row);
  const isOffline = timestamp * 1000 < now - OFFLINE_MS;
  return {
    ...presentTimes(row),
    website: { status, timestamp },
    aggregated: { status: isOffline ? 'offline' : status, timestamp },
  };
}

export function presentModern(rows: readonly PresenceRow[]): Record<string, Presence> {
  return Object.fromEntries(rows.map((row) => [row.user_id, presentTimes(row)]));
}

/** Keyed by the API address. */
export function presentByAddress(
  rows: readonly PresenceRow[],
  domain: string,
): Record<string, LegacyPresence> {
  return Object.fromEntries(
    rows.map((row) => [shownAddress({ ...row, id: row.user_id }, domain), presentLegacy(row)]),
  );
}
