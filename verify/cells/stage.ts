import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createConnection, type Connection } from '@parley/client/connection.ts';
import { buildWorld } from '@parley/server/app/build-world.ts';
import { readConfig } from '@parley/server/engine/config.ts';
import { enterCell } from '@parley/server/engine/db/cell.ts';
import { createRealm } from '@parley/server/organization/realm/create-realm.ts';
import { createUserWithKey } from '@parley/server/organization/users/create-user.ts';
import { createTestDatabase } from '@parley/test-support/database.ts';
import { fetchAt } from '@parley/test-support/fetch-at.ts';
import { freePort } from '@parley/test-support/free-port.ts';
import { startOwnPostgres, type OwnPostgres } from '@parley/test-support/own-postgres.ts';
import { startServerProcess, type ServerProcess } from '@parley/test-support/process/server-process.ts';
import { startHaproxy } from '../cluster/balancer.ts';
import type { Child } from '../cluster/child.ts';

/** A PostgreSQL server and a node. */
export type Cell = {
  readonly number: number;
  readonly postgres: OwnPostgres;
  readonly environment: Readonly<Record<string, string>>;
  /** As a superuser, for the move. */
  readonly databaseUrl: string;
  killNode(): Promise<void>;
  stop(): Promise<void>;
};

export type Organization = {
  readonly name: string;
  readonly realmId: number;
  readonly users: readonly { readonly id: number; readonly connection: Connection }[];
  /** The first user's connections to the node of each cell, past the balancer. */
  readonly straight: readonly Connection[];
  cell: number;
};

export type Stage = {
  readonly cells: readonly Cell[];
  readonly organizations: readonly Organization[];
  /** The environment of commands in a cell. */
  readonly commandIn: (cell: number) => Record<string, string>;
  stop(): Promise<void>;
};

const DOMAIN = 'cells.test';
const USERS = 3;

/** Two cells behind HAProxy, whose map has every organization in the first cell. */
export async function setStage(organizations: number): Promise<Stage> {
  const directory = await mkdtemp(path.join(tmpdir(), 'parley-cells-'));
  const cells = [await startCell(0, directory), await startCell(1, directory)];
  const [map, socket] = [path.join(directory, 'cells.map'), path.join(directory, 'haproxy.sock')];
  const port = await freePort();
  const names = Array.from({ length: organizations }, (_, n) => `org${n + 1}`);
  await writeFile(map, names.map((name) => `${name}.${DOMAIN} cell0\n`).join(''));
  const balancer = await startBalancer(directory, port, map, socket, cells);
  const founded: Organization[] = [];
  for (const name of names) founded.push(await found(cells, name, port));
  const databases = Object.fromEntries(cells.map(({ number, databaseUrl }) => [number, databaseUrl]));
  return {
    cells,
    organizations: founded,
    commandIn: (cell) => ({
      ...cells[cell]?.environment,
      PARLEY_CELLS: JSON.stringify(databases),
      PARLEY_CELL_MAP: map,
      PARLEY_HAPROXY_SOCKET: socket,
    }),
    stop: async () => {
      await balancer.end('SIGKILL');
      for (const cell of cells) await cell.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function startCell(number: number, directory: string): Promise<Cell> {
  const settings = {
    wal_level: 'logical',
    max_logical_replication_workers: 12,
    max_sync_workers_per_subscription: 4,
    max_worker_processes: 20,
  };
  const postgres = await startOwnPostgres({ settings });
  const database = await createTestDatabase(postgres.url);
  const environment = {
    PARLEY_DATABASE_URL: database.url,
    PARLEY_CELL: String(number),
    PARLEY_SECRET: 'a secret for proofs and figures, long enough',
    PARLEY_EXTERNAL_HOST: DOMAIN,
    PARLEY_URL_SCHEME: 'http',
    PARLEY_RATE_LIMITS: 'false',
    PARLEY_LOG_LEVEL: 'error',
    PARLEY_WEB: 'false',
    PARLEY_FILES: path.join(directory, 'files'),
  };
  const port = await freePort();
  let node: ServerProcess = await startServerProcess(environment, port);
  return {
    number,
    postgres,
    environment: { ...environment, PARLEY_PORT: String(port) },
    databaseUrl: database.superuserUrl,
    killNode: async () => {
      await node.kill();
      node = await startServerProcess(environment, port);
    },
    stop: async () => {
      await node.kill();
      await postgres.remove();
    },
  };
}

async function startBalancer(
  directory: string,
  port: number,
  map: string,
  socket: string,
  cells: readonly Cell[],
): Promise<Child> {
  const backends = cells.map(
    ({ number, environment }) =>
      `backend cell${number}\n  server node 127.0.0.1:${environment['PARLEY_PORT']}\n`,
  );
  const child = await startHaproxy(
    directory,
    `global
  stats socket ${socket} level admin
defaults
  mode http
  timeout connect 2s
  timeout client 120s
  timeout server 120s
frontend chat
  bind 127.0.0.1:${port}
  use_backend %[req.hdr(host),field(1,:),lower,map(${map},cell0)]
${backends.join('')}`,
  );
  for (let tries = 0; tries < 100 && !(await answers(port)); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 50));
  return child;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = request({ port, path: '/health' }, (response) => {
      response.resume();
      resolve(true);
    });
    asked.on('error', () => {
      resolve(false);
    });
    asked.end();
  });
}

async function found(cells: readonly Cell[], name: string, port: number): Promise<Organization> {
  const config = readConfig(cells[0]?.environment ?? {});
  const world = buildWorld(config);
  const host = `${name}.${DOMAIN}`;
  try {
    await enterCell(world.pool, config);
    const realmId = await createRealm(world.pool, { subdomain: name, name });
    const users: Organization['users'][number][] = [];
    const straight: Connection[] = [];
    for (let n = 0; n < USERS; n += 1) {
      const email = `user${n}@${name}.example`;
      const { user, apiKey } = await world.write(realmId, (tx) =>
        createUserWithKey(tx, world, { email, fullName: `User ${n}`, role: 400 }),
      );
      const connect = (at: number): Connection =>
        createConnection({
          url: `http://${host}`,
          credentials: { email, apiKey },
          fetch: fetchThrough(host, at),
        });
      users.push({ id: user.id, connection: connect(port) });
      if (n === 0)
        straight.push(...cells.map(({ environment }) => connect(Number(environment['PARLEY_PORT']))));
    }
    return { name, realmId, users, straight, cell: 0 };
  } finally {
    await world.dispose();
  }
}

/** Sends requests to a host to a port of this machine. */
function fetchThrough(host: string, port: number): typeof globalThis.fetch {
  const atHost = fetchAt(host);
  return (input, init) =>
    atHost(
      (input instanceof Request ? input.url : input.toString()).replace(
        `http://${host}`,
        `http://127.0.0.1:${port}`,
      ),
      init,
    );
}
