import { getOwnUser } from '@parley/contract/endpoints/users.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchAt } from '@parley/test-support/fetch-at.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { systemClock } from '../engine/clock.ts';

const USER_SECONDS = 20;
const ORGANIZATION_SECONDS = 40;

let server: TestServer;
/** The clock of the world stands still unless a test moves it. */
let now = 0;
/** Processor time that every turn of a request seems to take. */
let costMs = 0;
let usedMs = 0;

beforeAll(async () => {
  server = await startTestServer(
    (config) => ({
      ...config,
      rateLimits: true,
      processorLimits: { userSeconds: USER_SECONDS, organizationSeconds: ORGANIZATION_SECONDS },
    }),
    undefined,
    { clock: { ...systemClock, monotonic: () => now }, processorMs: () => (usedMs += costMs) },
  );
});
afterAll(() => server.stop());

/** Requests that are accepted before the first refusal, at most 50. */
async function useAll(user: TestUser): Promise<number> {
  for (let accepted = 0; accepted < 50; accepted += 1) if ((await ask(user)).status !== 200) return accepted;
  return 50;
}

function ask(user: TestUser, host = 'parley.test'): Promise<Response> {
  const authorization = `Basic ${Buffer.from(`${user.email}:${user.apiKey}`).toString('base64')}`;
  return fetchAt(host)(`${server.url}/api/v1${getOwnUser.path}`, { headers: { authorization } });
}

async function refusals(scope: string): Promise<number> {
  const text = await server.server.world.metrics.text();
  return Number(new RegExp(`time_refusals_total\\{scope="${scope}"\\} (\\d+)`).exec(text)?.[1]);
}

test('a user whose requests have used too much processor time waits, others do not', async () => {
  const [costly, other] = [await server.user(), await server.user()];
  costMs = 1_000;
  const accepted = await useAll(costly);
  costMs = 0;
  expect(accepted).toBeGreaterThan(0);
  expect(accepted).toBeLessThanOrEqual(USER_SECONDS);
  const refused = await ask(costly);
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({
    code: 'RATE_LIMIT_HIT',
    msg: expect.stringContaining('Your requests have used too much processor time'),
  });
  const wait = refused.headers.get('retry-after') ?? '';
  expect(wait).toMatch(/^[1-9]\d?$/);
  expect(await refusals('user')).toBe(2);
  expect((await ask(other)).status).toBe(200);
  now += Number(wait) * 1_000;
  expect((await ask(costly)).status).toBe(200);
});

test('an organization has a budget beside others, and none alone', async () => {
  now += 3_600_000;
  const host = 'beside.parley.test';
  const realmId = await server.realm('beside');
  const neighbor = await server.user({ realmId, host });
  for (let count = 0; count < 6; count += 1) {
    const user = await server.user();
    costMs = 1_000;
    await useAll(user);
    costMs = 0;
  }
  const fresh = await server.user();
  expect((await ask(fresh)).status).toBe(200);
  expect((await ask(neighbor, host)).status).toBe(200);
  const refused = await ask(fresh);
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ msg: expect.stringContaining('of this organization') });
  expect(await refusals('organization')).toBe(1);
  expect((await ask(neighbor, host)).status).toBe(200);
  now += 120_000;
  expect((await ask(fresh)).status).toBe(200);
});
