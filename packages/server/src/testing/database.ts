import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { migrate } from '../db/migrate.ts';
import { createPool } from '../db/pool.ts';
import { keepPartitions } from '../log/partitions.ts';

/** A server to make databases on: the one that runs on this machine, unless told otherwise. */
const SERVER = process.env['PARLEY_TEST_POSTGRES'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

export type TestDatabase = { readonly url: string; drop(): Promise<void> };

/** A migrated database with a random name. */
export const createTestDatabase = async (server: string = SERVER): Promise<TestDatabase> => {
  const name = `parley_test_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  await migrate(url.href);
  const pool = createPool({ url: url.href, connections: 2 }, () => {});
  await keepPartitions(pool, 8);
  await pool.end();
  return { url: url.href, drop: () => onServer(server, `drop database if exists ${name} with (force)`) };
};

const onServer = async (server: string, statement: string): Promise<void> => {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};
