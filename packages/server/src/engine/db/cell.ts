import type { Config } from '../config.ts';
import { ConfigError } from '../config-error.ts';
import { sql, type Reader } from './sql.ts';

/** Ids of organizations that one cell can create. */
const REALM_IDS_PER_CELL = 1_000_000_000;

/**
 * Records the number and address of the cell in its database, and begins its range of organization ids. A database keeps
 * its number: a node of another cell that reaches it is configured wrongly.
 */
export async function enterCell(reader: Reader, { cell, hosts }: Config): Promise<void> {
  const row = await reader.first(
    sql<{ number: number }>`
      insert into cell (number, external_host, scheme) values (${cell.number}, ${hosts.external}, ${hosts.scheme})
      on conflict (is_only) do update set
        external_host = case when cell.number = excluded.number then excluded.external_host else cell.external_host end,
        scheme = case when cell.number = excluded.number then excluded.scheme else cell.scheme end
      returning number`,
  );
  if (row?.number !== cell.number)
    throw new ConfigError(
      `The configuration is invalid:\n  PARLEY_CELL: the database belongs to cell ${row?.number}, not ${cell.number}`,
    );
  await reader.all(
    sql`select setval('realm_id_seq', ${cell.number * REALM_IDS_PER_CELL}) from realm_id_seq
      where ${cell.number} > 0 and last_value < ${cell.number * REALM_IDS_PER_CELL}`,
  );
}
