import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { buildWorld } from '@parley/server/app/build-world.ts';
import { applyMigrations } from '@parley/server/app/cli/commands/migrate.ts';
import { realmNamed, userAt } from '@parley/server/app/cli/find.ts';
import { type RunningServer, startServer } from '@parley/server/app/start.ts';
import { type Config, readConfig } from '@parley/server/engine/config.ts';
import type { World } from '@parley/server/http/world.ts';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { ensureBuilt } from '../../packages/web/build/ensure-built.ts';
import { castOf, demoKey, type Cast } from './cast.ts';
import { claim } from './claim.ts';
import { readSecrets, writeEnvironment, type Secrets } from './environment.ts';
import { fillOrganization } from './organization.ts';
import { portFrom } from './port.ts';
import { type DemoPostgres, startPostgres } from './postgres.ts';
import { showPresence } from './presence.ts';
import { address, linesToTry, welcome } from './screen.ts';
import { owner } from './users.ts';

const { values: options } = readCommandLine({
  name: 'npm run demo',
  summary: 'Starts a server with its own PostgreSQL and a sample organization to look around in.',
  options: {
    port: {
      type: 'string',
      value: 'number',
      help: 'port of the server (default: the first free one from 9800)',
    },
    try: { type: 'boolean', default: false, help: 'run the printed commands too' },
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

async function prepare(config: Config): Promise<boolean> {
  const world = buildWorld(config);
  try {
    const mustFill = await isNew(world);
    await applyMigrations(world, () => {});
    progress('PostgreSQL with its tables');
    return mustFill;
  } finally {
    await world.dispose();
  }
}

async function fill(server: RunningServer, { password }: Secrets): Promise<Cast> {
  const cast = await fillOrganization(server, { now: Date.now(), password, progress });
  await writeFile(READY, '');
  return cast;
}

async function keyOf(world: World, email: string): Promise<string> {
  const realm = await realmNamed(world.pool, 'root');
  return demoKey(world, await userAt(world.pool, realm, email));
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

/** Repeated because presence expires after a little more than two minutes. */
const PRESENCE_INTERVAL_MS = 60_000;

function keepPresent(cast: Cast): () => void {
  const timer = setInterval(() => {
    // A missed report only makes users look away for a minute.
    showPresence(cast).catch(() => {});
  }, PRESENCE_INTERVAL_MS);
  return () => {
    clearInterval(timer);
  };
}

async function visit(server: RunningServer, url: string, secrets: Secrets, mustFill: boolean): Promise<void> {
  const cast = mustFill ? await fill(server, secrets) : await castOf(server);
  const stopPresence = keepPresent(cast);
  const apiKey = await keyOf(server.world, owner.email);
  const login = { url, email: owner.email, password: secrets.password, apiKey };
  for (const line of welcome(login, options.directory)) say(line);
  if (options.try) {
    await tryLines(linesToTry(login));
    progress('all printed commands work');
  }
  await waitForSignal();
  stopPresence();
}

async function main(): Promise<void> {
  await mkdir(directory, { recursive: true });
  const release = await claim(directory);
  let postgres: DemoPostgres | undefined;
  let server: RunningServer | undefined;
  try {
    const secrets = await readSecrets(directory);
    const port = options.port === undefined ? await portFrom(9800) : Number(options.port);
    const url = `http://localhost:${port}`;
    for (const line of address(url)) say(line);
    postgres = await startPostgres(directory, secrets.databasePassword);
    const environment = await writeEnvironment(directory, {
      port,
      databaseUrl: postgres.url,
      secret: secrets.secret,
    });
    const config = readConfig(environment);
    const mustFill = await prepare(config);
    await ensureBuilt(progress);
    server = await startServer(config);
    progress('server');
    await visit(server, url, secrets, mustFill);
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
