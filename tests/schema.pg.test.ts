import { readFileSync } from 'node:fs';
import { createTestDatabase, type TestDatabase } from '@parley/test-support/database.ts';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { balanced, isNullable, kindOf, membersOf, withoutComments, type Kind } from './support/type-text.ts';

type ColumnRow = {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly is_nullable: boolean;
  readonly has_default: boolean;
  readonly is_computed: boolean;
};

let database: TestDatabase;
let columns: readonly ColumnRow[];

beforeAll(async () => {
  database = await createTestDatabase();
  const client = new Client({ connectionString: database.superuserUrl });
  await client.connect();
  const { rows } = await client.query<ColumnRow>(`
    select c.relname as table, a.attname as column, t.typname as type, not a.attnotnull as is_nullable,
      a.attidentity = 'd' or (a.atthasdef and a.attgenerated = '') as has_default,
      a.attidentity = 'a' or a.attgenerated <> '' as is_computed
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname not in ('migration', 'sql_file')
    order by c.relname, a.attnum`);
  columns = rows;
  await client.end();
});
afterAll(() => database.drop());

const KINDS: Readonly<Record<string, Kind>> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  text: 'string',
  uuid: 'string',
  inet: 'string',
  varchar: 'string',
  bit: 'string',
  int8multirange: 'string',
  date: 'Date',
  timestamptz: 'Date',
  bytea: 'Buffer',
  json: 'json',
  jsonb: 'json',
  _int2: 'number[]',
  _int4: 'number[]',
  _int8: 'number[]',
  _text: 'string[]',
};

/** Whether a jsonb column has a default counts for nothing: `Json` may always be left out of an insert. */
const ALWAYS_OPTIONAL: Kind = 'json';

/** A column in the words of `schema.ts`: its kind, and what a row or an insert may leave out. */
function described(kind: string, isNull: boolean, origin: 'given' | 'default' | 'computed'): string {
  return [kind, ...(isNull ? ['null'] : []), ...(origin === 'given' ? [] : [origin])].join(', ');
}

function inDatabase(row: ColumnRow): string {
  const kind = KINDS[row.type] ?? row.type;
  if (kind === ALWAYS_OPTIONAL) return described(kind, row.is_nullable, 'given');
  const origin = row.is_computed ? 'computed' : row.has_default ? 'default' : 'given';
  return described(kind, row.is_nullable, origin);
}

/** Columns that schema.ts declares, by table and column. */
function declared(): Map<string, string> {
  const file = new URL('../packages/server/src/engine/db/schema.ts', import.meta.url);
  const text = withoutComments(readFileSync(file, 'utf8'));
  const start = text.indexOf('{', text.indexOf('export type Schema ='));
  return new Map(
    membersOf(balanced(text, start)).flatMap((table) =>
      membersOf(table.type).map(({ name, type }) => [`${table.name}.${name}`, inSchema(type)] as const),
    ),
  );
}

function inSchema(type: string): string {
  const [, wrapper, inner = type] = /^(Generated|GeneratedAlways)<([^]*)>$/.exec(type) ?? [];
  const kind = kindOf(inner) ?? inner;
  if (wrapper === undefined || kind === ALWAYS_OPTIONAL) return described(kind, isNullable(inner), 'given');
  return described(kind, isNullable(inner), wrapper === 'Generated' ? 'default' : 'computed');
}

test('schema.ts declares the tables that the migrations make', () => {
  const actual = new Map(columns.map((row) => [`${row.table}.${row.column}`, inDatabase(row)]));
  expect(Object.fromEntries(declared())).toEqual(Object.fromEntries(actual));
});
