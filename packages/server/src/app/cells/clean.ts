import type { Side } from './sides.ts';
import { LATE_TABLES, keyOf, liveTables } from './tables.ts';

/** Rows deleted by one statement, so that other organizations never wait. */
const BATCH_ROWS = 5_000;

/** Deletes every row of an organization in a cell. Safe to repeat. */
export async function deleteRows(side: Side, realmId: number): Promise<void> {
  for (const table of [...LATE_TABLES, ...(await liveTables(side)), 'transfer_mark'])
    for (;;) {
      const key = keyOf(table);
      const deleted = await side.all(
        `with doomed as (select tableoid, ctid from ${table} where ${key} = $1 limit ${BATCH_ROWS})
         delete from ${table} t using doomed d
         where t.${key} = $1 and t.tableoid = d.tableoid and t.ctid = d.ctid returning 1`,
        [realmId],
      );
      if (deleted.length < BATCH_ROWS) break;
    }
}
