import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { freePort } from '@parley/test-support/free-port.ts';
import { startServerProcess, type ServerProcess } from '@parley/test-support/process/server-process.ts';
import { PROGRAM } from '@parley/test-support/program.ts';
import { StepError } from '../packages/steps.ts';

const run = promisify(execFile);
const EMAIL = 'owner@example.org';

/** An installation: its settings in a file, the command, and a node that runs while it is needed. */
export type Server = {
  readonly url: string;
  readonly databaseUrl: string;
  readonly directory: string;
  /** Runs `parley` with the settings of this server. */
  readonly parley: (...args: readonly string[]) => Promise<string>;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /** The first column of a query, past the API. */
  readonly select: (statement: string) => Promise<unknown[]>;
};

/** Settings for a database; `secret` is that of the server whose backup this one gets. */
export async function installServer(
  databaseUrl: string,
  directory: string,
  secret = randomBytes(32).toString('hex'),
): Promise<Server & { readonly secret: string }> {
  const port = await freePort();
  await mkdir(directory, { recursive: true });
  const settings = {
    PARLEY_DATABASE_URL: databaseUrl,
    PARLEY_SECRET: secret,
    PARLEY_EXTERNAL_HOST: `localhost:${port}`,
    PARLEY_URL_SCHEME: 'http',
    PARLEY_PORT: String(port),
    PARLEY_FILES: path.join(directory, 'files'),
    PARLEY_RATE_LIMITS: 'false',
    PARLEY_LOG_LEVEL: 'error',
    PARLEY_WEB: 'off',
  };
  const file = path.join(directory, 'parley.env');
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(file, lines.join(''), { mode: 0o600 });
  let node: ServerProcess | undefined;
  return {
    url: `http://localhost:${port}`,
    databaseUrl,
    directory,
    secret,
    parley: async (...args) => {
      const { stdout } = await run(process.execPath, [PROGRAM, '--env', file, ...args], { cwd: directory });
      return stdout.trim();
    },
    start: async () => {
      node = await startServerProcess(settings, port);
    },
    stop: async () => {
      await node?.terminate();
      node = undefined;
    },
    select: async (statement) => {
      const client = new Client({ connectionString: databaseUrl });
      await client.connect();
      try {
        const { rows } = await client.query<unknown[]>({ text: statement, rowMode: 'array' });
        return rows.map(([value]) => value);
      } finally {
        await client.end();
      }
    },
  };
}

/** A user of a server, as a client sees it. */
export type Account = {
  readonly post: (path: string, fields: Readonly<Record<string, string>>) => Promise<Response>;
  readonly get: (path: string) => Promise<Response>;
  readonly id: number;
};

/** Makes the first organization and its owner, as an operator does. */
export async function makeOwner(server: Server): Promise<void> {
  await server.parley('realm', 'create', 'root', '--name', 'Drill');
  await server.parley(
    'user',
    'create',
    '--realm',
    'root',
    '--role',
    'owner',
    '--email',
    EMAIL,
    '--name',
    'Owner',
  );
}

/** The owner on a server that runs. After a restore the user has a new key. */
export async function logInAsOwner(server: Server): Promise<Account> {
  const key = await server.parley('user', 'key', '--realm', 'root', '--email', EMAIL);
  const headers = { authorization: `Basic ${Buffer.from(`${EMAIL}:${key}`).toString('base64')}` };
  const get = (where: string): Promise<Response> => fetch(`${server.url}/api/v1${where}`, { headers });
  const me = (await (await get('/users/me')).json()) as { user_id: number };
  return {
    id: me.user_id,
    get,
    post: (where, fields) =>
      fetch(`${server.url}/api/v1${where}`, { method: 'POST', headers, body: new URLSearchParams(fields) }),
  };
}

/** Registers an event queue; the result asks for its events and tells the error of the answer, if it is one. */
export async function openQueue(account: Account): Promise<(by?: Account) => Promise<string | undefined>> {
  const registered = await account.post('/register', { event_types: '["message"]' });
  const { queue_id: queue } = (await registered.json()) as { queue_id?: string };
  if (queue === undefined) throw new StepError('The client could not register.');
  return async (by = account) => {
    const response = await by.get(`/events?queue_id=${queue}&last_event_id=-1&dont_block=true`);
    return ((await response.json()) as { code?: string }).code;
  };
}
