import { sql, type Reader } from '../../engine/db/sql.ts';
import { MIN_REPORT_INTERVAL_MS } from './times.ts';

/** A presence report of a user; times in milliseconds. */
export type PresenceReport = {
  readonly realmId: number;
  readonly userId: number;
  readonly idleAt: number;
  /** Null if the client was idle. */
  readonly activeAt: number | null;
};

/** The stored presence of a user after a report. */
export type RecordedPresence = PresenceReport & {
  readonly wasActiveAt: number | null;
  readonly isNew: boolean;
  readonly isChanged: boolean;
};

export type PresenceStore = { note(reports: readonly PresenceReport[]): Promise<RecordedPresence[]> };

type Row = {
  realm_id: number;
  user_id: number;
  active_at: Date | null;
  idle_at: Date;
  was_active_at: Date | null;
  is_new: boolean;
  is_changed: boolean;
};

export function createPresenceStore(reader: Reader): PresenceStore {
  return {
    note: async (reports) => {
      const rows = await reader.all(
        sql<Row>`
        select * from note_presence(
          ${reports.map(({ realmId }) => realmId)}::bigint[],
          ${reports.map(({ userId }) => userId)}::bigint[],
          ${reports.map(({ idleAt }) => idleAt / 1000)}::float8[],
          ${reports.map(({ activeAt }) => (activeAt === null ? null : activeAt / 1000))}::float8[],
          ${MIN_REPORT_INTERVAL_MS / 1000}::float8)`,
      );
      return rows.map((row) => ({
        realmId: row.realm_id,
        userId: row.user_id,
        activeAt: row.active_at?.getTime() ?? null,
        idleAt: row.idle_at.getTime(),
        wasActiveAt: row.was_active_at?.getTime() ?? null,
        isNew: row.is_new,
        isChanged: row.is_changed,
      }));
    },
  };
}
