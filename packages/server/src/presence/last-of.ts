import type { PresenceRow } from './queries.ts';

/** The number with which a client asks next: the newest it got, else the one it brought. */
export const lastOf = (rows: readonly PresenceRow[], given: number | undefined): number =>
  rows.reduce((newest, { update_id }) => Math.max(newest, update_id), given ?? -1);
