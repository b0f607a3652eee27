import { sql, type Reader } from '../db/sql.ts';
import { type SealedColumn, sealedColumns, type SealedTable, placeOf } from './places.ts';
import type { Sealer } from './seal.ts';
import type { SealingKey } from './sealing-key.ts';

export type Resealed = {
  /** Values that are now sealed with the key. */
  readonly sealed: number;
  /** Values that a request used or changed meanwhile; the next pass takes them. */
  readonly left: number;
  /** Values that no secret opens. */
  readonly unreadable: number;
};

const BATCH_SIZE = 200;

export const sealedTables = Object.keys(sealedColumns) as SealedTable[];

/** Seals every value of a table with the key, in batches; `onBatch` receives the number sealed so far. */
export async function resealTable(
  reader: Reader,
  sealer: Sealer,
  key: SealingKey,
  table: SealedTable,
  onBatch: (sealed: number) => void,
): Promise<Resealed> {
  const total = { sealed: 0, left: 0, unreadable: 0 };
  let after: Stale | undefined;
  for (;;) {
    const stale = await readStale(reader, key, table, after);
    const opened = stale.flatMap((row) => reseal(sealer, key, table, row));
    const written = await replace(reader, table, opened);
    total.sealed += written;
    total.left += opened.length - written;
    total.unreadable += stale.length - opened.length;
    after = stale.at(-1);
    if (after === undefined || stale.length < BATCH_SIZE) break;
    onBatch(total.sealed);
  }
  total.left += await countBusy(reader, key, table);
  return total;
}

/** A value that another key sealed. */
type Stale = { readonly at: string; readonly realm_id: number; readonly sealed: Buffer } & Readonly<
  Record<string, string | number | Buffer>
>;

function isStale(key: SealingKey, { column }: SealedColumn) {
  return sql<boolean>`${sql.ref(column)} is not null and octet_length(${sql.ref(column)}) > 0
    and substring(${sql.ref(column)} from 1 for ${key.header.length}) <> ${key.header}`;
}

function isBusy({ busyUntil }: SealedColumn) {
  return busyUntil === undefined
    ? sql<boolean>`false`
    : sql<boolean>`coalesce(${sql.ref(busyUntil)} > now(), false)`;
}

/** The next stale rows in the order of their names, so that unreadable ones are passed once. */
function readStale(
  reader: Reader,
  key: SealingKey,
  table: SealedTable,
  after: Stale | undefined,
): Promise<Stale[]> {
  const described: SealedColumn = sealedColumns[table];
  const name = ['realm_id', ...described.row];
  const columns = sql.join(name.map((column) => sql.ref(column)));
  const isNext =
    after === undefined
      ? sql<boolean>`true`
      : sql<boolean>`(${columns}) > (${sql.join(name.map((column) => after[column]))})`;
  return reader.all(
    sql<Stale>`select ctid::text as at, ${columns}, ${sql.ref(described.column)} as sealed
      from ${sql.table(table)}
      where ${isStale(key, described)} and not ${isBusy(described)} and ${isNext}
      order by ${columns} limit ${BATCH_SIZE}`,
  );
}

type Replacement = { readonly at: string; readonly before: Buffer; readonly next: Buffer };

function reseal(sealer: Sealer, key: SealingKey, table: SealedTable, row: Stale): Replacement[] {
  // The row has the columns that name it, because `readStale` selects them.
  const place = placeOf(table, row as unknown as Parameters<typeof placeOf<typeof table>>[1]);
  try {
    return [{ at: row.at, before: row.sealed, next: key.seal(place, sealer.open(place, row.sealed)) }];
  } catch {
    return [];
  }
}

/** Replaces values that are still the same, and returns how many. */
async function replace(reader: Reader, table: SealedTable, rows: readonly Replacement[]): Promise<number> {
  if (rows.length === 0) return 0;
  const described: SealedColumn = sealedColumns[table];
  const target = sql.table(table);
  const column = sql.ref(`${table}.${described.column}`);
  const replaced = await reader.all(
    sql`update ${target} set ${sql.ref(described.column)} = given.next
      from unnest(${rows.map(({ at }) => at)}::tid[], ${rows.map(({ before }) => before)}::bytea[],
        ${rows.map(({ next }) => next)}::bytea[]) as given (at, before, next)
      where ${target}.ctid = given.at and ${column} = given.before and not ${isBusy(described)}
      returning 1`,
  );
  return replaced.length;
}

async function countBusy(reader: Reader, key: SealingKey, table: SealedTable): Promise<number> {
  const described: SealedColumn = sealedColumns[table];
  if (described.busyUntil === undefined) return 0;
  const counted = await reader.first(
    sql<{ count: number }>`select count(*) from ${sql.table(table)}
      where ${isStale(key, described)} and ${isBusy(described)}`,
  );
  return counted?.count ?? 0;
}
