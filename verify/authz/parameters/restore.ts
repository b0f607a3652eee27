import type { Stage } from '../cast.ts';

/** The column that names a row, for tables where it is not `id`. */
const NAMED_BY: Readonly<Record<string, string>> = { bot: 'user_id' };

/** Remembers rows; the result writes them back, so that the next call finds the same state. */
export async function remember(
  { sql }: Stage,
  rows: readonly (readonly [table: string, id: number])[],
): Promise<() => Promise<void>> {
  const saved = await Promise.all(
    rows.map(async ([table, id]) => {
      const found = await sql.query<{ row: unknown }>(
        `select to_jsonb(t) as row from ${table} t where ${NAMED_BY[table] ?? 'id'} = $1`,
        [id],
      );
      return { table, id, row: found.rows[0]?.row };
    }),
  );
  return async () => {
    for (const { table, id, row } of saved) {
      if (row === undefined) continue;
      const columns = await columnsOf(sql, table);
      await sql.query(
        `update ${table} set (${columns}) = (select ${columns} from jsonb_populate_record(null::${table}, $1))
          where ${NAMED_BY[table] ?? 'id'} = $2`,
        [JSON.stringify(row), id],
      );
    }
  };
}

const known = new Map<string, string>();

async function columnsOf(sql: Stage['sql'], table: string): Promise<string> {
  const found = known.get(table);
  if (found !== undefined) return found;
  const { rows } = await sql.query<{ columns: string }>(
    `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
      where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' and is_identity = 'NO'
        and column_name not in ('realm_id', 'id', 'user_id')`,
    [table],
  );
  const columns = rows[0]?.columns ?? '';
  known.set(table, columns);
  return columns;
}
