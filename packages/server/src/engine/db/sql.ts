import { hash } from 'node:crypto';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type CompiledQuery,
  type RawBuilder,
} from 'kysely';
import type { FieldDef } from 'pg';
import type { Schema } from './schema.ts';

/** The query builder, without a connection; `Reader` and `Tx` run its queries. */
export const q = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

export type Query<R> = { compile(): CompiledQuery<R> } | RawBuilder<R>;

export function compile<R>(query: Query<R>): CompiledQuery<R> {
  return 'isRawBuilder' in query ? query.compile(q) : query.compile();
}

/** The name of a query. With a prefix, each text has its own name; a prefix is for queries with few different texts. */
export type QueryName = string | { readonly prefix: string };

/** Runs queries on a pool, a connection or in a transaction. */
export type Reader = {
  /** A named query is planned once per connection; for frequent queries. */
  all<R>(query: Query<R>, name?: QueryName): Promise<R[]>;
  /** The first row, or undefined. */
  first<R>(query: Query<R>): Promise<R | undefined>;
};

/** A connection, or a pool of them. */
export type Runner = {
  query(query: {
    name?: string;
    text: string;
    values: unknown[];
  }): Promise<{ rows: unknown[]; fields: FieldDef[] }>;
};

export function readerOn(runner: Runner): Reader {
  const all = async <R>(query: Query<R>, name?: QueryName): Promise<R[]> => {
    const { sql: text, parameters } = compile(query);
    const named = name === undefined ? {} : { name: nameOf(name, text) };
    return (await runner.query({ ...named, text, values: [...parameters] })).rows as R[];
  };
  return { all, first: async (query) => (await all(query))[0] };
}

function nameOf(name: QueryName, text: string): string {
  return typeof name === 'string' ? name : `${name.prefix}-${hash('sha1', text)}`;
}

/** The next number of a sequence, for a row whose id must be known before it is written. */
export async function nextIn(reader: Reader, sequence: string): Promise<number> {
  const row = await reader.first(sql<{ id: number }>`select nextval(${sequence}::regclass) as id`);
  if (row === undefined) throw new Error(`Sequence ${sequence} gives no number.`);
  return row.id;
}

/** A value for a jsonb column. */
export function toJson(value: unknown): string {
  return JSON.stringify(value);
}

export { sql };
