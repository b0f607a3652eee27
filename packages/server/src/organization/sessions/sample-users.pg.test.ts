import { browserWith, cookieOf, OWN_PAGE } from '@parley/test-support/browser.ts';
import { startTestServer, type TestServer } from '@parley/test-support/harness.ts';
import { raw } from '@parley/test-support/raw.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../engine/config.ts';

let demo: TestServer;
let usual: TestServer;
beforeAll(async () => {
  demo = await startTestServer((config) => ({
    ...config,
    sampleLogin: ['iris@example.com', 'bram@example.com', 'absent@example.com'],
  }));
  usual = await startTestServer();
});
afterAll(async () => {
  await demo.stop();
  await usual.stop();
});

function enterAs(server: TestServer, id: number, headers: Record<string, string> = OWN_PAGE) {
  return raw(server, '/json/session', { method: 'POST', form: { sample_user_id: String(id) }, headers });
}

test('a demo offers its sample users in order, and a visitor enters as one of them', async () => {
  const bram = await demo.user({ email: 'bram@example.com', fullName: 'Bram' });
  const iris = await demo.user({ email: 'iris@example.com', fullName: 'Iris', role: 100 });
  const other = await demo.user();
  const listed = await raw(demo, '/json/sample-users', { headers: OWN_PAGE });
  expect(listed.json()).toMatchObject({
    sample_users: [
      {
        user_id: iris.id,
        full_name: 'Iris',
        role: 100,
        avatar_url: expect.stringMatching(/^\/user_avatars\//),
      },
      { user_id: bram.id, full_name: 'Bram', role: 400 },
    ],
  });
  const entered = await enterAs(demo, iris.id);
  expect(entered.json()).toMatchObject({ user_id: iris.id });
  const me = await browserWith(demo, cookieOf(entered)).ask('/users/me');
  expect(me.json()).toMatchObject({ user_id: iris.id });
  expect((await enterAs(demo, other.id)).status).toBe(404);
  expect((await enterAs(demo, iris.id, {})).status).toBe(403);
  const rebound = await raw(demo, '/json/sample-users', { headers: OWN_PAGE, host: 'evil.test' });
  expect(rebound.status).toBe(404);
});

test('other servers have no sample users', async () => {
  const ada = await usual.user();
  expect((await raw(usual, '/json/sample-users', { headers: OWN_PAGE })).status).toBe(404);
  expect((await enterAs(usual, ada.id)).status).toBe(404);
});

const DEMO = {
  PARLEY_SECRET: 'a secret for tests that is long enough',
  PARLEY_URL_SCHEME: 'http',
  PARLEY_EXTERNAL_HOST: 'localhost:9800',
};

test('only the configuration of a demo may have sample users', () => {
  expect(readConfig({ ...DEMO, PARLEY_SAMPLE_LOGIN: 'true' }).sampleLogin).toBe('all');
  expect(readConfig({ ...DEMO, PARLEY_SAMPLE_LOGIN: 'a@b.c, d@e.f' }).sampleLogin).toEqual([
    'a@b.c',
    'd@e.f',
  ]);
  expect(readConfig({ ...DEMO, PARLEY_SAMPLE_LOGIN: 'false' }).sampleLogin).toBeUndefined();
  for (const change of [
    { PARLEY_URL_SCHEME: 'https' },
    { PARLEY_EXTERNAL_HOST: 'chat.example.org' },
    { PARLEY_LISTEN_ADDRESS: '0.0.0.0' },
    { PARLEY_REALM_HOSTS: '{"acme":"acme.example.org"}' },
  ])
    expect(() => readConfig({ ...DEMO, ...change, PARLEY_SAMPLE_LOGIN: 'true' })).toThrow(
      'PARLEY_SAMPLE_LOGIN',
    );
});
