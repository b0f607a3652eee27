import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runOnServer, TEST_DATABASE_SETTINGS } from '@parley/test-support/database.ts';
import { freePort } from '@parley/test-support/free-port.ts';
import { run } from './run.ts';
import { check, type Steps } from './steps.ts';

const EXERCISE = path.join(import.meta.dirname, 'exercise.ts');
const EMAIL = 'owner@example.org';
const TRIES = 300;

/** Runs a bundle in a directory without the repository, with nothing of this process's environment. */
export async function tryBundle({ step }: Steps, bundle: string, work: string): Promise<void> {
  const place = path.join(work, 'elsewhere');
  const database = `parley_bundle_${randomBytes(6).toString('hex')}`;
  const port = await freePort();
  const host = `localhost:${port}`;
  const settings = path.join(work, 'bundle.env');
  mkdirSync(work, { recursive: true });
  cpSync(bundle, place, { recursive: true });
  writeFileSync(settings, settingsOf({ database, port, host, files: path.join(work, 'files') }));
  const program = ['packages/server/dist/main.js', '--env', settings].map((word, n) =>
    n === 0 ? path.join(place, word) : word,
  );
  const node = path.join(place, 'bin/node');
  const options = { cwd: '/', env: { PATH: '/usr/bin:/bin' } };
  const parley = (...args: string[]): string => run(node, [...program, ...args], options);

  await tryLocal({ step }, place, path.join(work, 'local'));
  await runOnServer(`create database ${database} encoding 'UTF8' locale 'C.UTF-8' template template0`);
  try {
    await step('bundle: migrate', () => {
      check(parley('migrate').includes('up to date'), 'parley migrate did not finish');
      return undefined;
    });
    parley('realm', 'create', 'root', '--name', 'Trial');
    parley('user', 'create', '--realm', 'root', '--role', 'owner', '--email', EMAIL, '--name', 'Owner');
    const key = parley('user', 'key', '--realm', 'root', '--email', EMAIL).trim();
    const server = spawn(node, [...program, 'serve'], { ...options, stdio: 'ignore' });
    try {
      await step('bundle: serve, send, picture, page, reference', async () => {
        await untilHealthy(port);
        run(process.execPath, [EXERCISE, 'write', String(port), host, EMAIL, key]);
        return undefined;
      });
      await step('bundle: doctor', () => {
        check(doctor(parley).includes('✓ migrations'), 'the doctor did not see the migrations');
        return undefined;
      });
    } finally {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      await ended;
    }
  } finally {
    await runOnServer(`drop database if exists ${database} with (force)`);
  }
}

/** A trial without settings, with the PostgreSQL of the machine; root has none, so it becomes an ordinary user. */
async function tryLocal({ step }: Pick<Steps, 'step'>, place: string, home: string): Promise<void> {
  const port = await freePort();
  const isRoot = process.getuid?.() === 0;
  mkdirSync(home);
  if (isRoot) run('chown', ['postgres', home]);
  const program = [
    path.join(place, 'bin/node'),
    path.join(place, 'packages/server/dist/main.js'),
    'serve',
    '--local',
  ];
  const [command = '', ...args] = isRoot
    ? ['/usr/sbin/runuser', '-u', 'postgres', '--', ...program]
    : program;
  await step('bundle: serve --local, as an ordinary user', async () => {
    const env = { PATH: '/usr/bin:/bin', PARLEY_PORT: String(port) };
    const server = spawn(command, args, { cwd: home, env, stdio: 'ignore' });
    const ended = new Promise((resolve) => server.once('exit', resolve));
    try {
      await untilHealthy(port);
    } finally {
      server.kill('SIGTERM');
      await ended;
    }
    const left = path.join(home, 'parley-data/postgres/data/postmaster.pid');
    check(!existsSync(left), 'PostgreSQL was left running');
    return undefined;
  });
}

/** A PostgreSQL for tests may lack durability, which the doctor reports. */
function doctor(parley: (...args: string[]) => string): string {
  try {
    return parley('doctor');
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const wrong = [...text.matchAll(/^✗ (\S+)/gm)].map(([, name]) => name);
    check(wrong.join() === 'durability', text);
    return text;
  }
}

type Place = {
  readonly database: string;
  readonly port: number;
  readonly host: string;
  readonly files: string;
};

function settingsOf({ database, port, host, files }: Place): string {
  const settings = {
    PARLEY_DATABASE_URL: urlOf(database),
    PARLEY_SECRET: randomBytes(32).toString('hex'),
    PARLEY_EXTERNAL_HOST: host,
    PARLEY_URL_SCHEME: 'http',
    PARLEY_PORT: port,
    PARLEY_FILES: files,
    ...TEST_DATABASE_SETTINGS,
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

async function untilHealthy(port: number): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const response = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined);
    if (response?.status === 200) return;
    await pause(100);
  }
  check(false, 'the server does not answer');
}

function urlOf(database: string): string {
  const url = new URL(process.env['PARLEY_TEST_POSTGRES'] ?? 'postgres://postgres@127.0.0.1:5432/postgres');
  url.pathname = `/${database}`;
  return url.href;
}
