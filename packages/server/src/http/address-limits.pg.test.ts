import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { systemClock } from '../engine/clock.ts';
import { mayLoadAsset } from './address-limits.ts';
import { raw } from '@parley/test-support/raw.ts';

let server: TestServer;
let ada: TestUser;
let address = 0;

beforeAll(async () => {
  // Limits measure monotonic time, which stands still, so that nothing is given back during a test.
  const clock = { ...systemClock, monotonic: () => 0 };
  server = await startTestServer(
    (config) => ({
      ...config,
      rateLimits: true,
      hosts: { ...config.hosts, trustedProxies: ['loopback'] },
    }),
    undefined,
    { clock },
  );
  ada = await server.user();
});
afterAll(() => server.stop());
beforeEach(() => {
  address += 1;
});

/** Requests of one client, which each test has for itself. */
async function statuses(path: string, count: number, apiKey?: string): Promise<Map<number, number>> {
  const headers = { 'x-forwarded-for': `192.0.2.${address}` };
  const as = apiKey === undefined ? undefined : { email: ada.email, apiKey };
  const all = await Promise.all(
    Array.from({ length: count }, () => raw(server, path, { headers, ...(as && { as }) })),
  );
  return new Map(
    [...Map.groupBy(all, ({ status }) => status)].map(([status, { length }]) => [status, length]),
  );
}

const wrong = 'x'.repeat(32);
const poll = `/api/v1/events?queue_id=${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}&last_event_id=-1`;

test.each(['/api/v1/users/me', '/api/v1/drafts', '/api/v1/messages/7', '/avatar/7', poll])(
  'wrong keys at %s are limited by address',
  async (path) => {
    const found = await statuses(path, 250, wrong);
    expect(new Set(found.keys())).toEqual(new Set([401, 429]));
    expect(found.get(429)).toBeGreaterThan(40);
    expect(await statuses('/api/v1/users/me', 1, ada.apiKey)).toEqual(new Map([[200, 1]]));
  },
);

test('requests without credentials are limited by address, and other addresses are not affected', async () => {
  const found = await statuses('/api/v1/server_settings', 250);
  expect(found.get(429)).toBeGreaterThan(20);
  address += 100;
  expect(await statuses('/api/v1/server_settings', 1)).toEqual(new Map([[200, 1]]));
  address -= 100;
});

test('pages and files of the web client are limited by address unless a user asks for them', async () => {
  const page = `/user_avatars/1/${'0'.repeat(40)}.png`;
  const found = await statuses(page, 1_600);
  expect(found.get(200)).toBeGreaterThanOrEqual(1_200);
  expect(found.get(429)).toBeGreaterThan(50);
  expect(await statuses(page, 1, ada.apiKey)).toEqual(new Map([[200, 1]]));
  expect(await statuses('/health', 1)).toEqual(new Map([[200, 1]]));

  const file = '/assets/none.js';
  expect(await statuses(file, 100)).toEqual(new Map([[404, 100]]));
  while (mayLoadAsset(server.server.world, `192.0.2.${address}`));
  expect(await statuses(file, 1)).toEqual(new Map([[429, 1]]));
  expect(await statuses(file, 1, ada.apiKey)).toEqual(new Map([[404, 1]]));
});
