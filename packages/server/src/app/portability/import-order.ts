import type { Client } from 'pg';
import { sql, type Reader } from '../../engine/db/sql.ts';

/** Tables in an order in which no row refers to one that comes later. */
export async function tablesInOrder(reader: Reader, tables: readonly string[]): Promise<string[]> {
  const references = await reader.all(sql<{ from: string; to: string }>`
    select distinct r.relname as from, t.relname as to from pg_constraint c
    join pg_class r on r.oid = c.conrelid join pg_class t on t.oid = c.confrelid
    where c.contype = 'f' and c.conrelid <> c.confrelid and r.relname = any(${[...tables]}::text[])`);
  const ordered: string[] = ['realm', 'realm_head'];
  let left = tables.filter((table) => !ordered.includes(table));
  while (left.length > 0) {
    const ready = left.filter((table) =>
      references.every(({ from, to }) => from !== table || !left.includes(to) || !tables.includes(to)),
    );
    if (ready.length === 0) throw new Error(`Rows of ${left.join(', ')} refer to each other.`);
    ordered.push(...ready);
    left = left.filter((table) => !ready.includes(table));
  }
  return ordered;
}

/** Ids that this server gives out from now on are higher than those of the imported rows. */
export async function raiseSequences(
  client: Client,
  tables: readonly string[],
  realmId: number,
): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select t.relname as table, a.attname as column, s.oid::regclass::text as sequence
     from pg_depend d
     join pg_attrdef f on d.classid = 'pg_attrdef'::regclass and f.oid = d.objid
     join pg_class s on d.refclassid = 'pg_class'::regclass and s.oid = d.refobjid and s.relkind = 'S'
     join pg_class t on t.oid = f.adrelid
     join pg_attribute a on a.attrelid = f.adrelid and a.attnum = f.adnum
     where t.relname = any($1)
     union
     select t.relname, a.attname, s.oid::regclass::text from pg_depend d
     join pg_class s on d.classid = 'pg_class'::regclass and s.oid = d.objid and s.relkind = 'S' and d.deptype = 'i'
     join pg_class t on t.oid = d.refobjid
     join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
     where t.relname = any($1)`,
    [tables.filter((table) => table !== 'realm')],
  );
  for (const { table, column, sequence } of rows)
    await client.query(
      `select setval($2::regclass, greatest(nextval($2::regclass), highest))
       from (select max(${column}) as highest from ${table} where realm_id = $1) t where highest is not null`,
      [realmId, sequence],
    );
}
