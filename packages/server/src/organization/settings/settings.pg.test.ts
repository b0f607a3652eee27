import { roles } from '@parley/contract/rights/roles.ts';
import type { ArgumentsOf } from '@parley/contract/endpoint.ts';
import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import { updateSettings } from '@parley/contract/endpoints/settings.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemGroupIds } from '../groups/rows.ts';
import { hashPassword } from '../users/passwords.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';

let server: TestServer;
let admin: TestUser;
let moderator: TestUser;
let ada: TestUser;
let grace: TestUser;
let guest: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.user({ role: roles.administrator });
  moderator = await server.user({ role: roles.moderator });
  ada = await server.user({ fullName: 'Ada' });
  grace = await server.user({ fullName: 'Grace' });
  guest = await server.user({ role: roles.guest });
});
afterAll(() => server.stop());

type Changes = ArgumentsOf<typeof updateSettings>;

function change(changes: Changes, who = ada) {
  return who.connection.call(updateSettings, changes);
}

const REFUSED = { status: 400, code: 'BAD_REQUEST' };

async function settingsOf(who: TestUser) {
  return (await who.connection.call(registerQueue, { fetch_event_types: ['user_settings'] })).user_settings;
}

test('a new address is refused if the server cannot send a confirmation e-mail', async () => {
  await change({ email: ada.email });
  for (const email of ['new@example.com', 'no address', 'x@mailinator.com'])
    await expect(change({ email, color_scheme: 3 })).rejects.toMatchObject(REFUSED);
  expect(await settingsOf(ada)).toMatchObject({ color_scheme: 1 });
});

test('attempts with a wrong old password are rate limited', async () => {
  const strict = await startTestServer((config) => ({ ...config, rateLimits: true }));
  const secret = 'correct horse battery staple';
  const linus = await strict.user({ passwordHash: await hashPassword(secret) });
  const set = (old_password: string) => change({ old_password, new_password: `${secret} 2` }, linus);
  for (let guess = 0; guess < 5; guess += 1)
    await expect(set(`guess ${guess}`)).rejects.toMatchObject(REFUSED);
  await expect(set(secret)).rejects.toMatchObject({ status: 429, code: 'RATE_LIMIT_HIT' });
  await strict.stop();
});

test('passwords that a user proposes are rate limited, with the right old password too', async () => {
  const strict = await startTestServer((config) => ({ ...config, rateLimits: true }));
  const secret = 'correct horse battery staple';
  const linus = await strict.user({ passwordHash: await hashPassword(secret) });
  const set = (new_password: string) => change({ old_password: secret, new_password }, linus);
  for (let n = 0; n < 10; n += 1) await expect(set('a1'.repeat(50))).rejects.toMatchObject(REFUSED);
  await expect(set(`${secret} 2`)).rejects.toMatchObject({ status: 429, code: 'RATE_LIMIT_HIT' });
  await strict.stop();
});

test('skip_if_already_edited skips users who chose a value, and groups resolve to their members', async () => {
  const groups = await systemGroupIds(server.server.world.pool, server.realmId);
  await change({ enter_sends: true }, grace);
  await change({ enter_sends: false }, grace);
  const target_users = { group_ids: [groups['role:members']], skip_if_already_edited: true };
  await change({ target_users, enter_sends: true }, admin);
  const now = await Promise.all([ada, grace, moderator, guest].map(settingsOf));
  expect(now.map((settings) => settings?.enter_sends)).toEqual([true, false, true, false]);
});
