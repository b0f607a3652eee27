import type { Client } from 'pg';
import { rowsPath, type ArchiveManifest } from '../archive.ts';
import { inGroups, readLines } from '../lines.ts';

/** Lines compared at once. */
const GROUP_LINES = 1_000;

/** Columns that tell the rows of a table apart, beside the number of the organization. */
export type KeyColumns = (table: string) => readonly string[];

/** The key of a row as text, from an expression for each column. */
function keyText(columns: readonly string[], valueOf: (column: string) => string): string {
  return `jsonb_build_array(${columns.map(valueOf).join(', ')})::text`;
}

/**
 * Puts the keys and hashes of the rows of an earlier archive into a temporary table, with the numbers of their lines. To be
 * called before the transaction that reads the rows of today.
 */
export async function loadEarlierRows(
  client: Client,
  directory: string,
  { tables }: ArchiveManifest,
  keysOf: KeyColumns,
): Promise<void> {
  await client.query(
    `create temporary table earlier_row (name text, key text, hash uuid, line bigint, primary key (name, key))`,
  );
  for (const table of Object.keys(tables)) {
    const key = keyText(keysOf(table), (column) => `l.line::jsonb -> '${column}'`);
    let read = 0;
    for await (const lines of inGroups(readLines(rowsPath(directory, table)), GROUP_LINES)) {
      await client.query(
        `insert into earlier_row (name, key, hash, line)
         select $1, ${key}, md5(l.line)::uuid, $2 + l.number
         from unnest($3::text[]) with ordinality as l (line, number)
         on conflict do nothing`,
        [table, read, lines.map(String)],
      );
      read += lines.length;
    }
  }
  await client.query('analyze earlier_row');
}

/** A row of today, the line of the earlier archive with the same key, and whether it is equal. */
export type ComparedRow = {
  readonly line: string;
  readonly earlier: number | null;
  readonly isEqual: boolean;
};

/** Compares the rows of a query, which are in their order, with those of the earlier archive; as `ComparedRow`. */
export function comparedQuery(table: string, rows: string, keys: readonly string[]): string {
  return `select c.line, r.line::float8 as earlier, coalesce(r.hash = md5(c.line)::uuid, false) as "isEqual"
    from (
      select row_to_json(e)::text as line, ${keyText(keys, (column) => `e.${column}`)} as key,
        row_number() over () as number
      from (${rows}) e
    ) c left join earlier_row r on r.name = '${table}' and r.key = c.key order by c.number`;
}
