import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { newestPrograms } from '@parley/server/app/backup/postgres-programs.ts';
import { runOnServer } from '@parley/test-support/database.ts';
import { freePort } from '@parley/test-support/free-port.ts';
import { createLinks, type Link } from '../chaos/links.ts';
import { StepError } from '../packages/steps.ts';
import { ENVIRONMENT, type OwnDirectory } from './own-directory.ts';

const CHECK_MS = 200;
const UNTIL_MS = 180_000;

export type Member = {
  readonly name: string;
  /** The way of the other member to this PostgreSQL. */
  readonly link: Link;
  readonly start: () => void;
  /** Ends Patroni and its PostgreSQL at once, as a machine without power does. */
  readonly kill: () => Promise<void>;
  /** Waits until its Patroni says that it is one: `primary`, `replica` or `sync`. */
  readonly until: (role: 'primary' | 'replica' | 'sync') => Promise<void>;
};

export type Cluster = {
  readonly members: readonly [Member, Member];
  /** The address of the primary, whichever it is: a balancer asks Patroni. */
  readonly url: string;
  /** `patronictl list`. */
  readonly list: () => Promise<string>;
  readonly stop: () => Promise<void>;
};

/** Two PostgreSQL servers under Patroni with one etcd, and HAProxy in front; in production, etcd has three members. */
export async function startCluster(directory: OwnDirectory, isSynchronous: boolean): Promise<Cluster> {
  const links = createLinks('127.0.0.1');
  const running: ChildProcess[] = [];
  const start = (command: string, ...args: readonly string[]): ChildProcess => {
    const child = spawn(command, args, {
      ...directory.owner,
      cwd: directory.path,
      env: ENVIRONMENT,
      stdio: 'ignore',
    });
    running.push(child);
    return child;
  };
  const etcd = await startEtcd(directory, start);
  const shared = { directory, etcd, isSynchronous, links, start };
  const one = await makeMember('one', shared);
  const two = await makeMember('two', shared);
  one.start();
  await one.until('primary');
  two.start();
  await two.until(isSynchronous ? 'sync' : 'replica');
  const port = await freePort();
  const balancer = path.join(directory.path, 'haproxy.cfg');
  writeFileSync(balancer, balancerFor(port, [one, two]));
  start('haproxy', '-db', '-f', balancer);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await untilItLeadsToThePrimary(url);
  return {
    members: [one, two],
    url,
    list: () => directory.run('patronictl', '-c', one.file, 'list'),
    stop: async () => {
      // The balancer first, then Patroni, which stops its PostgreSQL, then etcd.
      for (const child of running.toReversed()) await end(child);
      await links.close();
    },
  };
}

/** HAProxy takes turns until its checks have found the standby: as many connections in a row lead to the primary. */
const ENOUGH_IN_A_ROW = 5;

async function untilItLeadsToThePrimary(url: string): Promise<void> {
  const end = performance.now() + UNTIL_MS;
  for (let inARow = 0; inARow < ENOUGH_IN_A_ROW;) {
    const isPrimary = await runOnServer('create temporary table here ()', url).then(
      () => true,
      () => false,
    );
    inARow = isPrimary ? inARow + 1 : 0;
    if (!isPrimary) await pause(CHECK_MS);
    if (performance.now() > end) throw new StepError('the balancer leads to no primary after three minutes');
  }
}

type Shared = {
  readonly directory: OwnDirectory;
  readonly etcd: string;
  readonly isSynchronous: boolean;
  readonly links: ReturnType<typeof createLinks>;
  readonly start: (command: string, ...args: readonly string[]) => ChildProcess;
};

type Place = Member & { readonly file: string; readonly port: number; readonly rest: number };

async function makeMember(name: string, shared: Shared): Promise<Place> {
  const { directory, links, start } = shared;
  const [port, rest] = [await freePort(), await freePort()];
  const link = await links.open(port);
  const home = directory.make(name);
  const file = path.join(directory.path, `${name}.json`);
  // JSON is YAML too.
  writeFileSync(
    file,
    JSON.stringify(patroniOf({ name, home, port, rest, reached: link.port }, shared), undefined, 2),
  );
  let patroni: ChildProcess | undefined;
  return {
    name,
    link,
    file,
    port,
    rest,
    start: () => {
      patroni = start('patroni', file);
    },
    kill: async () => {
      const postmaster = readFileSync(path.join(home, 'data/postmaster.pid'), 'utf8').split('\n')[0] ?? '';
      const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
        .trim()
        .split(' ');
      const gone = patroni === undefined ? undefined : once(patroni, 'exit');
      patroni?.kill('SIGKILL');
      for (const pid of [postmaster, ...children]) process.kill(Number(pid), 'SIGKILL');
      await gone;
    },
    until: async (role) => {
      const end = performance.now() + UNTIL_MS;
      const is = (): Promise<boolean> =>
        fetch(`http://127.0.0.1:${rest}/${role}`).then(
          ({ ok }) => ok,
          () => false,
        );
      while (!(await is())) {
        if (performance.now() > end) throw new StepError(`${name} is not ${role} after three minutes`);
        await pause(CHECK_MS);
      }
    },
  };
}

type Ports = {
  readonly name: string;
  readonly home: string;
  readonly port: number;
  readonly rest: number;
  readonly reached: number;
};

/** The settings of Patroni that a page of the book explains. */
function patroniOf({ name, home, port, rest, reached }: Ports, { etcd, isSynchronous }: Shared) {
  const host = '127.0.0.1';
  return {
    scope: 'parley',
    name,
    restapi: { listen: `${host}:${rest}`, connect_address: `${host}:${rest}` },
    etcd3: { host: etcd },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 2,
        retry_timeout: 8,
        synchronous_mode: isSynchronous,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 60 } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      pg_hba: [`host all all ${host}/32 trust`, `host replication all ${host}/32 trust`],
    },
    postgresql: {
      listen: `${host}:${port}`,
      connect_address: `${host}:${reached}`,
      data_dir: path.join(home, 'data'),
      bin_dir: newestPrograms(),
      pgpass: path.join(home, 'pgpass'),
      authentication: {
        superuser: { username: 'postgres', password: 'not asked for here' },
        replication: { username: 'postgres', password: 'not asked for here' },
      },
      parameters: { unix_socket_directories: home },
    },
  };
}

async function startEtcd({ make }: OwnDirectory, start: Shared['start']): Promise<string> {
  const [client, peer] = [`127.0.0.1:${await freePort()}`, `http://127.0.0.1:${await freePort()}`];
  const url = `http://${client}`;
  const own = ['--data-dir', make('etcd'), '--listen-client-urls', url, '--advertise-client-urls', url];
  const peers = ['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer];
  start('etcd', ...own, ...peers, '--initial-cluster', `default=${peer}`);
  return client;
}

function balancerFor(port: number, members: readonly Place[]): string {
  const servers = members.map((one) => `  server ${one.name} 127.0.0.1:${one.port} check port ${one.rest}\n`);
  return `defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
listen postgresql
  bind 127.0.0.1:${port}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('')}`;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}
