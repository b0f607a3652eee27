import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildWorld } from '@parley/server/app/build-world.ts';
import { readConfig } from '@parley/server/engine/config.ts';
import { createRealm } from '@parley/server/organization/realm/create-realm.ts';
import { createUserWithKey } from '@parley/server/organization/users/create-user.ts';
import { runCommand } from '@parley/test-support/command.ts';
import { createTestDatabase } from '@parley/test-support/database.ts';
import { fakeClockIn } from '@parley/test-support/fake-clock.ts';
import { freePort } from '@parley/test-support/free-port.ts';
import { startOwnNats, type OwnNats } from '@parley/test-support/own-nats.ts';
import { startOwnPostgres, type OwnPostgres } from '@parley/test-support/own-postgres.ts';
import { startServerProcess } from '@parley/test-support/process/server-process.ts';
import { mountDisk, type SmallDisk } from '@parley/test-support/small-disk.ts';
import { Client } from 'pg';
import { startExpiredMailServer } from './expired-mail-server.ts';

/** A node with everything that can fail beside it. */
export type Stage = {
  readonly postgres: OwnPostgres;
  readonly nats: OwnNats;
  /** Small disks of PostgreSQL and of the files; undefined without root. */
  readonly disk: SmallDisk | undefined;
  readonly filesDisk: SmallDisk | undefined;
  readonly node: Node;
  /** A node with a bucket that does not exist, a mail server whose certificate has expired, and a clock that can be set. */
  startMisledNode(): Promise<Node>;
  /** Shifts the clock of the misled node. */
  readonly setClock: (seconds: number) => void;
  /** Runs a statement in the database of the nodes, as superuser. */
  readonly query: <Row>(statement: string) => Promise<Row[]>;
  stop(): Promise<void>;
};

export type Node = {
  /** The id of the user. */
  readonly userId: number;
  /** Sends a request as a user; 0 without a response. */
  request(method: string, path: string, body?: URLSearchParams | FormData): Promise<number>;
  health(): Promise<number>;
  metrics(): Promise<string>;
  output(): string;
  doctor(): Promise<string>;
  stop(): Promise<void>;
};

const POSTGRES_MEGABYTES = 320;
const FILES_MEGABYTES = 8;
/** Small, so that few clients use them up. */
const MAX_CONNECTIONS = 40;

export async function openStage(): Promise<Stage> {
  const directory = await mkdtemp(path.join(tmpdir(), 'parley-faults-'));
  const disk = mountDisk(directory, POSTGRES_MEGABYTES);
  const filesDisk = mountDisk(directory, FILES_MEGABYTES, 'files');
  const undo: (() => unknown)[] = [
    () => rm(directory, { recursive: true, force: true }),
    () => disk?.unmount(),
    () => filesDisk?.unmount(),
  ];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).toReversed()) await step();
  };
  try {
    const postgres = await startOwnPostgres({
      ...(disk === undefined ? {} : { under: disk.path }),
      settings: { max_connections: MAX_CONNECTIONS, max_wal_size: '64MB', min_wal_size: '32MB' },
    });
    undo.push(() => postgres.remove());
    const nats = await startOwnNats();
    undo.push(() => nats.kill());
    const database = await createTestDatabase(postgres.url);
    const environment = {
      PATH: process.env['PATH'] ?? '',
      PARLEY_DATABASE_URL: database.url,
      PARLEY_SECRET: 'a secret for faults that is long enough',
      PARLEY_EXTERNAL_HOST: 'localhost',
      PARLEY_URL_SCHEME: 'http',
      PARLEY_RATE_LIMITS: 'false',
      PARLEY_WEB: 'off',
      PARLEY_NATS_URL: nats.url,
      PARLEY_FILES: filesDisk?.path ?? path.join(directory, 'no-disk'),
    };
    const ada = await hire(environment);
    const startNode = async (change: Readonly<Record<string, string>>): Promise<Node> => {
      const node = await openNode({ ...environment, ...change }, ada);
      undo.push(() => node.stop());
      return node;
    };
    const node = await startNode({});
    const clock = fakeClockIn(directory);
    return {
      postgres,
      nats,
      disk,
      filesDisk,
      node,
      startMisledNode: async () => {
        const mail = await startExpiredMailServer(directory);
        undo.push(() => mail.stop());
        return startNode({
          ...mail.environment,
          ...clock?.environment,
          PARLEY_S3_BUCKET: 'gone',
          PARLEY_S3_ENDPOINT: await objectStore(undo),
          PARLEY_S3_KEY_ID: 'S3RVER',
          PARLEY_S3_SECRET: 'S3RVER',
          PARLEY_S3_PATH_STYLE: 'true',
        });
      },
      setClock: (seconds) => clock?.set(seconds),
      query: async <Row>(statement: string) => {
        const client = new Client({ connectionString: database.superuserUrl });
        client.on('error', () => {});
        await client.connect();
        try {
          return (await client.query(statement)).rows as Row[];
        } finally {
          await client.end();
        }
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A store whose only bucket is not the one that the node wants. */
async function objectStore(undo: (() => unknown)[]): Promise<string> {
  const { startS3 } = await import('@parley/test-support/own-s3.ts');
  const s3 = await startS3();
  undo.push(() => s3.stop());
  return s3.settings.endpoint;
}

type Hired = { readonly userId: number; readonly authorization: string };

/** Creates an organization with a user. */
async function hire(environment: Readonly<Record<string, string>>): Promise<Hired> {
  const world = buildWorld(readConfig({ ...environment, PARLEY_LOG_LEVEL: 'silent', PARLEY_NATS_URL: '' }));
  try {
    const realmId = await createRealm(world.pool, { subdomain: '', name: 'Harbour' });
    const email = 'ada@harbour.example';
    const { user, apiKey } = await world.write(realmId, (tx) =>
      createUserWithKey(tx, world, { email, fullName: 'Ada', role: 100 }),
    );
    return { userId: user.id, authorization: `Basic ${btoa(`${email}:${apiKey}`)}` };
  } finally {
    await world.dispose();
  }
}

async function openNode(
  environment: Readonly<Record<string, string>>,
  { userId, authorization }: Hired,
): Promise<Node> {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const settings = { ...environment, PARLEY_METRICS_PORT: String(metricsPort) };
  const server = await startServerProcess(settings, port);
  return {
    userId,
    request: (method, target, body) =>
      fetch(`${server.url}${target}`, {
        method,
        headers: { authorization },
        ...(body === undefined ? {} : { body }),
      }).then(
        ({ status }) => status,
        () => 0,
      ),
    health: async () => (await fetch(`${server.url}/health`)).status,
    metrics: async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text(),
    output: () => server.output(),
    doctor: async () => (await runCommand(['doctor'], { ...settings, PARLEY_PORT: String(port) })).out,
    stop: () => server.kill(),
  };
}

/** Overwrites a part of the first page of a table, while PostgreSQL is stopped. */
export function damage(file: string): void {
  execFileSync('dd', ['if=/dev/urandom', `of=${file}`, 'bs=1024', 'count=1', 'seek=4', 'conv=notrunc'], {
    stdio: 'ignore',
  });
}
