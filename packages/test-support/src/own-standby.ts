import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { freePort } from './free-port.ts';
import { commandsIn } from './own-postgres.ts';

/** An asynchronous standby of a PostgreSQL server. */
export type OwnStandby = {
  /** Connects to the database `postgres` of the standby, until it takes over. */
  readonly url: string;
  /** The port of the primary, which the standby has after it took over. */
  readonly port: number;
  crash(): Promise<unknown>;
  /** Receives everything committed so far and cuts the connection to the primary: later commits are not received. */
  disconnect(): Promise<void>;
  /** Ends the primary as after a crash, and continues as primary on its port, without what was not received. */
  takeOver(): Promise<void>;
  readonly remove: () => Promise<void>;
};

export async function startOwnStandby(
  primary: { readonly port: number; crash(): Promise<unknown> },
  { under = tmpdir() }: { readonly under?: string } = {},
): Promise<OwnStandby> {
  const directory = await mkdtemp(path.join(under, 'parley-standby-'));
  const data = path.join(directory, 'data');
  const log = path.join(directory, 'log');
  const as = await commandsIn(directory);
  const port = await freePort();
  const source = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'postgres'];
  await as('pg_basebackup', ...source, '-D', data, '-R', '-X', 'stream', '-c', 'fast', '--no-sync');
  const configure = (lines: string): Promise<void> =>
    appendFile(path.join(data, 'postgresql.auto.conf'), lines);
  const start = (): Promise<unknown> => as('pg_ctl', '-D', data, '-w', '-l', log, 'start');
  const stop = (mode = 'fast'): Promise<unknown> => as('pg_ctl', '-D', data, '-w', '-m', mode, 'stop');
  await configure(`port = '${port}'\nunix_socket_directories = '${directory}'\n`);
  await start();
  await untilSql(port, 'select count(*) = 1 as done from pg_stat_wal_receiver');
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    port: primary.port,
    crash: () => stop('immediate'),
    disconnect: async () => {
      const [row] = await onServer(primary.port, 'select pg_current_wal_lsn() as head');
      await untilSql(port, `select pg_last_wal_replay_lsn() >= '${String(row?.['head'])}' as done`);
      await onServer(port, "alter system set primary_conninfo = ''");
      await onServer(port, 'select pg_reload_conf()');
      await untilSql(port, 'select count(*) = 0 as done from pg_stat_wal_receiver');
    },
    takeOver: async () => {
      await primary.crash();
      await stop();
      await configure(`port = '${primary.port}'\n`);
      await start();
      await as('pg_ctl', '-D', data, '-w', 'promote');
    },
    remove: async () => {
      await stop().catch(() => {});
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function untilSql(port: number, statement: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if ((await onServer(port, statement))[0]?.['done'] === true) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The standby did not reach: ${statement}`);
}

async function onServer(port: number, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: `postgres://postgres@127.0.0.1:${port}/postgres` });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}
