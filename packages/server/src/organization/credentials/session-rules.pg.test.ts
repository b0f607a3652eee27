import { openBrowser, userWithPassword, type TestBrowser } from '@parley/test-support/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { raw } from '@parley/test-support/raw.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../engine/clock.ts';
import { sql } from '../../engine/db/sql.ts';
import { expireCredentials } from './expire.ts';

const START = Date.UTC(2100, 0, 1);
const MINUTE = 60_000;
let ahead = 0;
let server: TestServer;
let owner: TestUser;

beforeAll(async () => {
  server = await startTestServer(undefined, undefined, {
    clock: { ...systemClock, now: () => START + ahead },
  });
  owner = await server.user({ role: 100 });
});
afterAll(() => server.stop());
beforeEach(() => setRules(20_160, 2_160));

async function setRules(idleMinutes: number, maxHours: number): Promise<void> {
  const form = { session_idle_minutes: String(idleMinutes), session_max_hours: String(maxHours) };
  expect((await raw(server, '/api/v1/realm', { method: 'PATCH', as: owner, form })).status).toBe(200);
}

async function browser(): Promise<TestBrowser> {
  return openBrowser(server, await userWithPassword(server));
}

async function statusOf({ ask }: TestBrowser): Promise<number> {
  return (await ask('/users/me')).status;
}

/** The use of a session is written a second later. */
async function use(one: TestBrowser): Promise<void> {
  const lastUses = async (): Promise<string> =>
    JSON.stringify(await server.server.world.pool.all(sql`select id, last_used from credential order by id`));
  const before = await lastUses();
  expect(await statusOf(one)).toBe(200);
  await expect.poll(lastUses).not.toBe(before);
}

test('[CR10] a session ends after the time without use that the organization says', async () => {
  await setRules(30, 2_160);
  const one = await browser();
  ahead += 29 * MINUTE;
  await use(one);
  ahead += 29 * MINUTE;
  await use(one);
  ahead += 30 * MINUTE;
  expect(await statusOf(one)).toBe(401);
});

test('[CR10] a session ends after the longest time, however much it is used', async () => {
  await setRules(60, 1);
  const one = await browser();
  ahead += 50 * MINUTE;
  await use(one);
  ahead += 10 * MINUTE;
  expect(await statusOf(one)).toBe(401);
});

test('[CR10] shorter limits hold for sessions that exist, and longer ones bring none back', async () => {
  const one = await browser();
  ahead += 90 * MINUTE;
  await setRules(20_160, 1);
  expect(await statusOf(one)).toBe(401);
  await setRules(20_160, 2_160);
  expect(await statusOf(one)).toBe(401);
});

test('[CR10] a session that is over ends for good, with an entry in the audit trail', async () => {
  const user = await userWithPassword(server);
  const one = await openBrowser(server, user);
  const { pool } = server.server.world;
  await pool.all(
    sql`update credential set expires_at = '2000-01-01' where user_id = ${user.id} and kind = 'session'`,
  );
  await expireCredentials(server.server.world);
  expect(await statusOf(one)).toBe(401);
  const query = new URLSearchParams({ object_type: 'user', object_id: String(user.id) });
  const answer = await raw(server, `/api/v1/realm/audit?${query}`, { as: owner });
  const entries = answer.json()['entries'] as { action: string }[];
  expect(entries.map(({ action }) => action)).toContain('credential.ended');
});

test('API keys are not concerned', async () => {
  const user = await userWithPassword(server);
  await setRules(15, 1);
  ahead += 300 * MINUTE;
  expect((await raw(server, '/api/v1/users/me', { as: user })).status).toBe(200);
});
