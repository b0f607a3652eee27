import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { migrate } from '@parley/server/engine/migrations/migrate.ts';
import { createPool } from '@parley/server/engine/db/pool.ts';
import { maintainPartitions } from '@parley/server/engine/log/partitions.ts';

/** A server to make databases on: the one that runs on this machine, unless told otherwise. */
const SERVER = process.env['PARLEY_TEST_POSTGRES'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

/** A migrated database there. It is copied, which takes a fraction of the time of migrating. */
const TEMPLATE = process.env['PARLEY_TEST_TEMPLATE'];

export type TestDatabase = { readonly name: string; readonly url: string; drop(): Promise<void> };

/** A migrated database with a random name. */
export async function createTestDatabase(server: string = SERVER): Promise<TestDatabase> {
  const name = `parley_test_${randomBytes(6).toString('hex')}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  if (TEMPLATE !== undefined && server === SERVER)
    await onServer(server, `create database ${name} template ${TEMPLATE}`);
  else {
    await onServer(server, `create database ${name}`);
    await furnish(url.href);
  }
  return {
    name,
    url: url.href,
    drop: () => onServer(server, `drop database if exists ${name} with (force)`),
  };
}

async function furnish(url: string): Promise<void> {
  await migrate(url);
  const pool = createPool({ url, connections: 2 }, () => {});
  await maintainPartitions(pool, 8);
  await pool.end();
}

async function onServer(server: string, statement: string): Promise<void> {
  await runOnServer(statement, server);
}

/** Runs a statement on the server itself, such as one that copies a database. */
export async function runOnServer(statement: string, server: string = SERVER): Promise<readonly unknown[]> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** The address of a database on the server for tests. */
export function urlOfDatabase(name: string): string {
  const url = new URL(SERVER);
  url.pathname = `/${name}`;
  return url.href;
}
