import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { buildWorld } from '@parley/server/app/build-world.ts';
import { grant } from '@parley/server/app/cli/commands/grant.ts';
import { applyMigrations } from '@parley/server/app/cli/commands/migrate.ts';
import { realmNamed, userAt } from '@parley/server/app/cli/find.ts';
import { type RunningServer, startServer } from '@parley/server/app/start.ts';
import { type Config, readConfig } from '@parley/server/engine/config.ts';
import { sql } from '@parley/server/engine/db/sql.ts';
import type { World } from '@parley/server/http/world.ts';
import { createRealm } from '@parley/server/organization/realm/create-realm.ts';
import { createFirstChannels } from '@parley/server/organization/realm/first-channels.ts';
import { createUser } from '@parley/server/organization/users/create-user.ts';
import { hashPassword } from '@parley/server/organization/users/passwords.ts';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { fillOrganization } from './organization.ts';
import { portFrom } from './port.ts';
import { type DemoPostgres, startPostgres } from './postgres.ts';
import { linesToTry, welcome } from './screen.ts';
import { owner } from './users.ts';

const { values: options } = readCommandLine({
  name: 'npm run demo',
  summary: 'Starts a server with its own PostgreSQL and a small organization to look around in.',
  options: {
    port: {
      type: 'string',
      value: 'number',
      help: 'port of the server (default: the first free one from 9800)',
    },
    once: { type: 'boolean', default: false, help: 'run the printed commands and exit' },
    directory: { type: 'string', value: 'path', default: '.parley/demo', help: 'data of the demo' },
  },
  example: 'npm run demo -- --port 9900',
});
const directory = path.resolve(options.directory);
const begun = performance.now();

function say(line: string): void {
  console.log(line);
}

function progress(line: string): void {
  say(`  ${((performance.now() - begun) / 1000).toFixed(1).padStart(5)} s  ${line}`);
}

type Secrets = { readonly secret: string; readonly databasePassword: string; readonly password: string };

/** Created on the first start and stored beside the data. */
async function readSecrets(): Promise<Secrets> {
  const file = path.join(directory, 'secrets.json');
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Secrets;
  } catch {
    const random = (bytes: number): string => randomBytes(bytes).toString('hex');
    const made = { secret: random(32), databasePassword: random(16), password: `dome-${random(6)}` };
    await writeFile(file, JSON.stringify(made), { mode: 0o600 });
    return made;
  }
}

/** Also written to a file, so that the `parley` command can be tried on the demo. */
function environmentOf(port: number, databaseUrl: string, { secret }: Secrets): Record<string, string> {
  return {
    PARLEY_DATABASE_URL: databaseUrl,
    PARLEY_SECRET: secret,
    PARLEY_PORT: String(port),
    PARLEY_EXTERNAL_HOST: `localhost:${port}`,
    PARLEY_URL_SCHEME: 'http',
    PARLEY_LOG_LEVEL: 'error',
    PARLEY_FILES: path.join(directory, 'files'),
  };
}

async function writeEnvironment(environment: Record<string, string>): Promise<void> {
  const lines = Object.entries(environment).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(path.join(directory, 'env'), lines.join(''), { mode: 0o600 });
}

const READY = path.join(directory, 'ready');

/** Whether the organization must be filled; a partly filled one is dropped first. */
async function isNew(world: World): Promise<boolean> {
  const isReady = await readFile(READY).then(
    () => true,
    () => false,
  );
  if (isReady) return false;
  const client = await world.pool.connect();
  await client.query('drop schema public cascade; create schema public');
  client.release();
  return true;
}

async function makeOwner(world: World, { password }: Secrets): Promise<{ id: number; apiKey: string }> {
  const realmId = await createRealm(world.pool, { subdomain: '', name: 'Harbour Observatory' });
  await world.write(realmId, createFirstChannels);
  const passwordHash = await hashPassword(password);
  return world.write(realmId, async (tx) => {
    const { user, apiKey } = await createUser(tx, world, {
      email: owner.email,
      fullName: owner.name,
      role: owner.role,
      passwordHash,
    });
    await grant(tx, user.id, { canCreateUsers: true, canChangeUserEmails: true });
    return { id: user.id, apiKey };
  });
}

async function keyOf(world: World, email: string): Promise<string> {
  const realm = await realmNamed(world.pool, 'root');
  return world.sealer.open((await userAt(world.pool, realm, email)).key_sealed);
}

async function prepare(config: Config): Promise<boolean> {
  const world = buildWorld(config);
  try {
    const mustFill = await isNew(world);
    await applyMigrations(world);
    progress('tables');
    return mustFill;
  } finally {
    await world.dispose();
  }
}

async function fill({ world, url }: RunningServer, secrets: Secrets): Promise<void> {
  const { id, apiKey } = await makeOwner(world, secrets);
  const ground = { url, ownerId: id, ownerKey: apiKey, password: secrets.password };
  await fillOrganization({ ...ground, keyOf: (email) => keyOf(world, email) }, progress);
  await spreadOverDays(world);
  await backdateJoining(world);
  await writeFile(READY, '');
}

/** Spreads the messages, which were sent within seconds, over some days; no client is connected yet. */
function spreadOverDays(world: World): Promise<unknown> {
  return world.pool.all(sql`
    update message m set sent_at = now() - s.place * interval '37 minutes' - interval '2 minutes'
    from (select realm_id, id, row_number() over (order by id desc) as place from message) as s
    where m.realm_id = s.realm_id and m.id = s.id`);
}

/** Makes the organization and its users older than the first message. */
function backdateJoining(world: World): Promise<unknown> {
  return world.pool.all(sql`
    with first as (select realm_id, min(sent_at) as at from message group by realm_id),
      founded as (
        update realm r set created_at = f.at - interval '400 days' from first f where r.id = f.realm_id)
    update realm_user p set date_joined = f.at - (30 + p.id * 37 % 300) * interval '1 day'
    from first f where p.realm_id = f.realm_id`);
}

const run = promisify(execFile);

/** Runs the printed commands and checks that each succeeds. */
async function tryLines(lines: readonly string[]): Promise<void> {
  for (const line of lines) {
    const { stdout } = await run('sh', [
      '-c',
      line.replace('curl ', 'curl --silent --show-error --max-time 10 '),
    ]);
    if ((JSON.parse(stdout) as { result?: string }).result !== 'success')
      throw new Error(`This command failed: ${line}\n${stdout}`);
    progress(`works: ${line.replace(/-u \S+ |-d .*/, '… ')}`);
  }
}

/** Ignores further signals, because npm and the terminal both send them and PostgreSQL needs time to stop. */
function waitForSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        resolve();
      });
    }
  });
}

/** Locks the directory for this process. */
async function claim(): Promise<() => Promise<void>> {
  const file = path.join(directory, 'running');
  const other = Number(await readFile(file, 'utf8').catch(() => ''));
  if (other > 0 && isAlive(other))
    throw new Error(`The demo is already running (process ${other}). Stop it first with Ctrl-C.`);
  await writeFile(file, String(process.pid));
  return () => rm(file, { force: true });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function main(): Promise<void> {
  await mkdir(directory, { recursive: true });
  const release = await claim();
  let postgres: DemoPostgres | undefined;
  let server: RunningServer | undefined;
  try {
    const secrets = await readSecrets();
    const port = options.port === undefined ? await portFrom(9800) : Number(options.port);
    postgres = await startPostgres(directory, secrets.databasePassword);
    progress('PostgreSQL');
    const environment = environmentOf(port, postgres.url, secrets);
    await writeEnvironment(environment);
    const config = readConfig(environment);
    const mustFill = await prepare(config);
    server = await startServer(config);
    progress('server');
    if (mustFill) await fill(server, secrets);
    const url = `http://localhost:${port}`;
    const apiKey = await keyOf(server.world, owner.email);
    const login = { url, email: owner.email, password: secrets.password, apiKey };
    for (const line of welcome(login)) say(line);
    if (options.once) await tryLines(linesToTry(login));
    else await waitForSignal();
    say('\nEnding …');
  } finally {
    await server?.stop();
    await postgres?.stop();
    await release();
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(`\n${error instanceof Error ? error.message : String(error)}`);
    process.exit(1);
  },
);
