import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@parley/test-support/free-port.ts';
import { startOwnPostgres } from '@parley/test-support/own-postgres.ts';
import { startServerProcess } from '@parley/test-support/process/server-process.ts';
import { untilRead } from '@parley/test-support/until-read.ts';
import { createPool, type Pool } from '@parley/server/engine/db/pool.ts';
import { sql } from '@parley/server/engine/db/sql.ts';
import { costMeter, type Costs } from '../support/costs.ts';
import { startLoad, type Load } from '../support/load.ts';
import type { Summary } from '../support/load-process.ts';
import { bringOnline } from './online.ts';
import { sendRequests } from './requests.ts';
import type { SideEnvironment, SideOrganization, SideQuestion } from './side-process.ts';
import { makeWalFiles, WAL_SETTINGS } from './wal-files.ts';

const MAIN = 'packages/server/src/main.ts';

/** A checkout with a server, a PostgreSQL and organizations of its own, prepared by its own code. */
export type Side = {
  /** Makes organizations and answers what measures sends in them. */
  open(options: CrowdOptions): Promise<Crowd>;
  close(): Promise<void>;
};

export type CrowdOptions = {
  readonly organizations: number;
  readonly connections: number;
  /** Whether members have a queue in use and have reported that they are active. */
  readonly isOnline: boolean;
};

export type Figures = Costs & {
  readonly statements: number;
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
};

export type Crowd = {
  /** Costs of a message, with all that it causes afterwards; at full rate unless one is given. */
  measure(seconds: number, rate?: number): Promise<Figures>;
  close(): void;
};

/** Each side has a PostgreSQL of its own, so that the other one's jobs do not count. */
export async function startSide(checkout: string): Promise<Side> {
  const postgres = await startOwnPostgres({
    settings: { ...WAL_SETTINGS, shared_preload_libraries: 'pg_stat_statements' },
  });
  await makeWalFiles(postgres.url);
  const child = fork(path.join(import.meta.dirname, 'side-process.ts'));
  const environment = (await ask(child, {
    kind: 'lay',
    checkout,
    postgres: postgres.url,
  })) as SideEnvironment;
  const place = { address: '127.0.0.1', enter: [], main: path.resolve(checkout, MAIN) };
  const server = await startServerProcess(environment, await freePort(), place);
  const url = new URL(postgres.url);
  url.pathname = new URL(environment['PARLEY_DATABASE_URL'] ?? '').pathname;
  await addObserver(postgres.url);
  url.username = OBSERVER;
  const pool = createPool({ url: url.href, connections: 1 }, () => {});
  await pool.all(sql`create extension pg_stat_statements`);
  const filled = new Map<number, SideOrganization[]>();
  const fill = async (count: number): Promise<SideOrganization[]> => {
    const question = { kind: 'fill', url: server.url, count } as const;
    const organizations = filled.get(count) ?? ((await ask(child, question)) as SideOrganization[]);
    filled.set(count, organizations);
    return organizations;
  };
  return {
    open: async ({ organizations: count, connections, isOnline }) => {
      const organizations = await fill(count);
      const port = Number(new URL(server.url).port);
      const load = await startLoad(port, sendRequests(organizations, Math.max(connections, count)));
      const meter = costMeter({ server: server.pid, postgres: postgres.pid(), load: load.pid });
      // Warm-up: hot code is compiled, and every member has written to every channel.
      await load.run({ seconds: 5, turns: 1 });
      await settle(pool);
      return {
        measure: async (seconds, rate) => {
          const leave = isOnline ? await bringOnline(server.url, organizations) : undefined;
          const figures = await measure(
            pool,
            load,
            meter,
            rate === undefined ? { seconds } : { seconds, rate },
          );
          await leave?.();
          return figures;
        },
        close: () => {
          load.close();
        },
      };
    },
    close: async () => {
      await server.terminate();
      await pool.end();
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
      await postgres.remove();
    },
  };
}

async function measure(
  pool: Pool,
  load: Load,
  meter: ReturnType<typeof costMeter>,
  run: { seconds: number; rate?: number },
): Promise<Figures> {
  const from = await statements(pool);
  const start = await meter();
  const { answered, seconds, p50, p99, problem }: Summary = await load.run(run);
  if (problem !== undefined) throw new Error(`A send was refused: ${problem}`);
  await settle(pool);
  const costs = start.until(await meter(), answered);
  const count = (await statements(pool)) - from;
  return { ...costs, statements: count / answered, rate: answered / seconds, p50, p99 };
}

/** Jobs that follow the readers of the log run every second. */
const JOBS_MS = 2_000;

/** Waits for the readers of the log, if the checkout has any, and for the jobs that they cause. */
async function settle(pool: Pool): Promise<void> {
  const found = await pool.first(sql<{ has: boolean }>`select to_regclass('log_reader') is not null as has`);
  if (found?.has === true) await untilRead(pool);
  await pause(JOBS_MS);
}

/** Statements that the side's server has run so far. */
async function statements(pool: Pool): Promise<number> {
  const row = await pool.first(sql<{ calls: number }>`
    select sum(calls)::bigint as calls from pg_stat_statements s join pg_roles r on r.oid = s.userid
    where r.rolname <> current_user`);
  return row?.calls ?? 0;
}

/** The role of the benchmark, whose statements are not counted. */
const OBSERVER = 'observer';

async function addObserver(url: string): Promise<void> {
  const pool = createPool({ url, connections: 1 }, () => {});
  await pool.all(sql`create role ${sql.id(OBSERVER)} superuser login`);
  await pool.end();
}

async function ask(child: ChildProcess, question: SideQuestion): Promise<unknown> {
  const answer = await new Promise<{ result?: unknown; error?: string }>((resolve, reject) => {
    child.once('exit', () => {
      reject(new Error('The process that prepares a side has ended.'));
    });
    child.once('message', (message) => {
      resolve(message as { result?: unknown; error?: string });
    });
    child.send(question);
  });
  if (answer.error !== undefined) throw new Error(answer.error);
  return answer.result;
}
