import type { Pool } from '../db/pool.ts';
import { q, sql } from '../db/sql.ts';
import { parseEntry, type LogEntry } from './entry.ts';

/** Read access to the logs of organizations. */
export type LogStore = {
  heads(realmIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** Organizations on their way to another cell, where clients do not reach them yet. */
  underway(realmIds: readonly number[]): Promise<ReadonlySet<number>>;
  /** Entries after a position, in order, at most `limit`. */
  after(realmId: number, position: number, limit: number): Promise<LogEntry[]>;
};

/** `note` receives every head that was read. */
export function createLogStore(
  pool: Pool,
  note: (realmId: number, head: number) => void = () => {},
): LogStore {
  return {
    heads: async (realmIds) => {
      if (realmIds.length === 0) return new Map();
      const rows = await pool.all(
        q
          .selectFrom('realm_head')
          .selectAll()
          // One array parameter, because a node may follow thousands of organizations.
          .where('realm_id', '=', sql<number>`any(${[...realmIds]}::bigint[])`),
      );
      for (const row of rows) note(row.realm_id, row.head);
      return new Map(rows.map((row) => [row.realm_id, row.head]));
    },
    underway: async (realmIds) => {
      if (realmIds.length === 0) return new Set();
      const rows = await pool.all(
        q
          .selectFrom('realm_transfer')
          .select('realm_id')
          .where('realm_id', '=', sql<number>`any(${[...realmIds]}::bigint[])`)
          .where('is_settled', '=', false),
      );
      return new Set(rows.map((row) => row.realm_id));
    },
    after: async (realmId, position, limit) => {
      const rows = await pool.all(
        q
          .selectFrom('log_entry')
          .select(['position', 'audience', 'event'])
          .where('realm_id', '=', realmId)
          .where('position', '>', position)
          .where('position', '<=', position + limit)
          .orderBy('position')
          .limit(limit),
      );
      const last = rows.at(-1);
      if (last !== undefined) note(realmId, last.position);
      return rows.map(parseEntry);
    },
  };
}
