import {
  createTestDatabase,
  TEST_DATABASE_SETTINGS,
  type TestDatabase,
} from '@parley/test-support/database.ts';
import { raw, type RawAnswer } from '@parley/test-support/raw.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startServer, type RunningServer } from '../../app/start.ts';
import { systemClock, type Clock } from '../../engine/clock.ts';
import { readConfig } from '../../engine/config.ts';
import { sql } from '../../engine/db/sql.ts';
import { createRealm } from '../realm/create-realm.ts';
import { currentSetupCode } from './code.ts';

const HALF_AN_HOUR_MS = 30 * 60_000;

let database: TestDatabase;
let nodes: readonly RunningServer[];
let hurriedMs = 0;
const clock: Clock = { ...systemClock, now: () => systemClock.now() + hurriedMs };

beforeEach(async () => {
  database = await createTestDatabase();
  const config = readConfig({
    PARLEY_DATABASE_URL: database.url,
    ...TEST_DATABASE_SETTINGS,
    PARLEY_SECRET: 'a secret for tests that is long enough',
    PARLEY_EXTERNAL_HOST: 'parley.test',
    PARLEY_URL_SCHEME: 'http',
    PARLEY_PORT: '0',
    PARLEY_LOG_LEVEL: 'error',
    PARLEY_RATE_LIMITS: 'false',
    PARLEY_WEB: 'off',
  });
  nodes = [await startServer(config, { clock }), await startServer(config, { clock })];
});
afterEach(async () => {
  for (const node of nodes) await node.stop();
  await database.drop();
});

function node(index = 0): RunningServer {
  const found = nodes[index];
  if (found === undefined) throw new Error(`There is no node ${index}.`);
  return found;
}

async function codeOn(index: number, forOperator = false): Promise<string> {
  return (await currentSetupCode(node(index).world, { forOperator }))?.code ?? 'none';
}

function post(path: string, form: Record<string, string>, index = 0): Promise<RawAnswer> {
  const headers = { origin: 'http://parley.test', 'x-parley': 'web' };
  return raw(node(index), `/json${path}`, { method: 'POST', host: 'parley.test', form, headers });
}

const ANSWERS = {
  name: 'Observatory',
  full_name: 'Iris Lindqvist',
  email: 'iris@parley.test',
  password: 'seven stars over the dome',
  channels: '["general","dome"]',
};

async function organizations(): Promise<readonly unknown[]> {
  return node().world.pool.all(sql`select name from realm`);
}

test('all nodes have the same code, which is not in the database', async () => {
  const code = await codeOn(0);
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
  expect(await codeOn(1)).toBe(code);
  const [row] = await node().world.pool.all(
    sql<{ text: string }>`select setup_code::text as text from setup_code`,
  );
  expect(row?.text).not.toContain(code.replace('-', ''));
});

test('a code is taken in any letter case, without its hyphen, and with letters that look like its digits', async () => {
  const code = await codeOn(0);
  const sloppy = code.toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
  expect((await post('/setup/code', { code: sloppy })).status).toBe(200);
});

test('one of two requests with the code makes the organization, its owner and channels; then there is no set-up', async () => {
  const code = await codeOn(0);
  const answers = await Promise.all([0, 1].map((index) => post('/setup', { code, ...ANSWERS }, index)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
  expect(await organizations()).toEqual([{ name: 'Observatory' }]);
  const { pool } = node().world;
  expect(await pool.all(sql`select name, is_default from channel order by name`)).toEqual([
    { name: 'dome', is_default: true },
    { name: 'general', is_default: true },
  ]);
  expect(await pool.all(sql`select full_name, role from realm_user where bot_type is null`)).toEqual([
    { full_name: 'Iris Lindqvist', role: 100 },
  ]);
  expect(await pool.all(sql`select from setup_code`)).toEqual([]);
  expect(await codeOn(1)).toBe('none');
  expect((await post('/setup/code', { code })).status).toBe(404);
});

test('the owner is logged in', async () => {
  const answer = await post('/setup', { code: await codeOn(0), ...ANSWERS });
  const [cookie = ''] = [answer.headers['set-cookie']].flat();
  expect(cookie).toMatch(/^__Host-parley=/);
});

test.each([
  ['name', ' '],
  ['full_name', ''],
  ['email', 'nobody'],
  ['password', 'password'],
  ['channels', '[]'],
])('a bad %s leaves nothing behind, and the code works on', async (field, value) => {
  const code = await codeOn(0);
  expect((await post('/setup', { code, ...ANSWERS, [field]: value })).status).toBe(400);
  expect(await organizations()).toEqual([]);
  expect((await post('/setup/code', { code })).status).toBe(200);
});

test('ten wrong codes end a code, also for who knows it; the operator gets a new one', async () => {
  const code = await codeOn(0);
  for (let tries = 0; tries < 10; tries += 1)
    expect((await post('/setup/code', { code: '0000-0000' }, tries % 2)).status).toBe(401);
  expect((await post('/setup/code', { code })).status).toBe(401);
  expect((await post('/setup', { code, ...ANSWERS })).status).toBe(401);
  expect(await codeOn(0)).toBe(code);
  const next = await codeOn(1, true);
  expect(next).not.toBe(code);
  expect((await post('/setup/code', { code: next })).status).toBe(200);
});

test('a code expires after half an hour and is replaced', async () => {
  const code = await codeOn(0);
  hurriedMs += HALF_AN_HOUR_MS + 1;
  expect((await post('/setup/code', { code })).status).toBe(401);
  expect(await codeOn(0)).not.toBe(code);
});

test('an organization from the command line ends the set-up', async () => {
  const code = await codeOn(0);
  await createRealm(node().world.pool, { subdomain: '', name: 'Root' });
  expect((await post('/setup', { code, ...ANSWERS })).status).toBe(404);
  expect(await organizations()).toEqual([{ name: 'Root' }]);
});

test('a foreign page cannot try codes', async () => {
  const headers = { origin: 'http://elsewhere.test', 'x-parley': 'web' };
  const answer = await raw(node(), '/json/setup/code', {
    method: 'POST',
    host: 'parley.test',
    form: { code: await codeOn(0) },
    headers,
  });
  expect(answer.status).toBe(403);
});
