import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { migrate } from '@parley/server/engine/migrations/migrate.ts';
import { createPool } from '@parley/server/engine/db/pool.ts';
import { checkConnections, connectTo } from './connections-error.ts';
import { maintainPartitions } from '@parley/server/engine/log/partitions.ts';

/** A server to make databases on: the one that runs on this machine, unless told otherwise. */
const SERVER = process.env['PARLEY_TEST_POSTGRES'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

/** A migrated database there. It is copied, which takes a fraction of the time of migrating. */
const TEMPLATE = process.env['PARLEY_TEST_TEMPLATE'];

/** Owns the databases of tests, as docs/operating/install.md tells operators to make it: no superuser. */
export const DATABASE_OWNER = 'parley_owner';

/**
 * PostgreSQL has 100 connections by default, for the servers of all tests and verifiers that run at once. A statement that takes
 * milliseconds can wait for seconds on a busy machine.
 */
export const TEST_DATABASE_SETTINGS = {
  PARLEY_DATABASE_TIMEOUT: '15',
  PARLEY_DATABASE_CONNECTIONS: '6',
  PARLEY_EXPENSIVE_CONNECTIONS: '2',
} as const;

export type TestDatabase = {
  readonly name: string;
  /** As the owner of the database, which is all that a node needs. */
  readonly url: string;
  /** As the user of the server, who is a superuser. */
  readonly superuserUrl: string;
  drop(): Promise<void>;
};

/** A migrated database with a random name. */
export async function createTestDatabase(server: string = SERVER): Promise<TestDatabase> {
  const name = `parley_test_${randomBytes(6).toString('hex')}`;
  const url = urlOfDatabase(name, server);
  if (TEMPLATE !== undefined && server === SERVER)
    await onServer(server, `create database ${name} owner ${DATABASE_OWNER} template ${TEMPLATE}`);
  else {
    await createOwner(server);
    await onServer(server, `create database ${name} owner ${DATABASE_OWNER}`);
    await furnish(url);
  }
  return {
    name,
    url,
    superuserUrl: withDatabase(server, name).href,
    drop: () => onServer(server, `drop database if exists ${name} with (force)`),
  };
}

/** Several runs may create the owner at once. */
async function createOwner(server: string): Promise<void> {
  const password = decodeURIComponent(new URL(server).password).replaceAll("'", "''");
  await onServer(
    server,
    `do $$ begin
       create role ${DATABASE_OWNER} login ${password === '' ? '' : `password '${password}'`};
     exception when duplicate_object or unique_violation then null;
     end $$`,
  );
}

function withDatabase(server: string, name: string): URL {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url;
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
  await connectTo(client, server);
  try {
    await checkConnections(client, server);
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** The address of a database on the server for tests, as its owner. */
export function urlOfDatabase(name: string, server: string = SERVER): string {
  const url = withDatabase(server, name);
  url.username = DATABASE_OWNER;
  return url.href;
}
