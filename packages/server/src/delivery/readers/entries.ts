import { sql, type Reader } from '../../engine/db/sql.ts';
import { parseEntry, type LogEntry, type LogRow } from '../../engine/log/entry.ts';

/** Entries after a position up to another, in order; positions between epochs have none. */
export async function readEntries(
  reader: Reader,
  realmId: number,
  { after, upTo, limit }: { readonly after: number; readonly upTo: number; readonly limit: number },
): Promise<LogEntry[]> {
  const rows = await reader.all(
    sql<LogRow>`
      select position, audience, event from log_entry
      where realm_id = ${realmId} and position > ${after} and position <= ${upTo}
      order by position limit ${limit}`,
    'read-entries-between',
  );
  return rows.map(parseEntry);
}

export async function headOf(reader: Reader, realmId: number): Promise<number> {
  const row = await reader.first(
    sql<{ head: number }>`select head from realm_head where realm_id = ${realmId}`,
  );
  return row?.head ?? 0;
}

/**
 * The position of the first entry if the log has lost entries between it and the cursor, else undefined. A gap between
 * epochs loses nothing: the entry at the cursor is still there.
 */
export async function skippedTo(
  reader: Reader,
  realmId: number,
  cursor: number,
  first: LogEntry | undefined,
): Promise<number | undefined> {
  if (first === undefined || cursor === 0 || first.position === cursor + 1) return undefined;
  const row = await reader.first(
    sql`select from log_entry where realm_id = ${realmId} and position = ${cursor}`,
  );
  return row === undefined ? first.position : undefined;
}
