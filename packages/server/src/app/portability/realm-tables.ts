import { sql, type Reader } from '../../engine/db/sql.ts';

/** Names of all tables whose rows belong to an organization, without `realm` itself. */
export const REALM_TABLES = `select c.relname as name from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'realm_id' and not a.attisdropped
  where c.relnamespace = (select relnamespace from pg_class where oid = 'realm'::regclass)
    and c.relkind in ('r', 'p') and not c.relispartition
  order by 1`;

export async function realmTables(reader: Reader): Promise<string[]> {
  const rows = await reader.all(sql<{ name: string }>`${sql.raw(REALM_TABLES)}`);
  return rows.map(({ name }) => name);
}
