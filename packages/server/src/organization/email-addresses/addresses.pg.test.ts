import { getOwnUser } from '@parley/contract/endpoints/users.ts';
import { updateRealm } from '@parley/contract/endpoints/realm.ts';
import { updateSettings } from '@parley/contract/endpoints/settings.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMailbox, type Mailbox } from '@parley/test-support/mailbox.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { raw } from '@parley/test-support/raw.ts';

let mailbox: Mailbox;
let server: TestServer;
let owner: TestUser;

beforeAll(async () => {
  mailbox = await startMailbox();
  server = await startTestServer((config) => ({
    ...config,
    mail: { url: mailbox.url, from: 'chat@parley.test' },
    rateLimits: true,
  }));
  owner = await server.user({ role: 100 });
});
afterAll(async () => {
  await server.stop();
  await mailbox.stop();
});

function pathIn(text: string): string {
  return /http:\/\/parley\.test(\/\S+\/\w{32})/.exec(text)?.[1] ?? 'no link';
}

function change({ connection }: TestUser, email: string) {
  return connection.call(updateSettings, { email });
}

test('a new address takes effect once confirmed, and the old address is notified', async () => {
  const user = await server.user({ email: 'before@example.com' });
  await change(user, ' After@Example.com ');
  const warning = await mailbox.emailTo('before@example.com');
  expect(warning.text).toContain('asked to replace this address');
  const email = await mailbox.emailTo('After@example.com');
  const path = pathIn(email.text);
  const first = await raw(server, path);
  expect(first.status).toBe(200);
  expect(first.body.toString()).toContain('After@example.com');
  expect((await user.connection.call(getOwnUser)).delivery_email).toBe('before@example.com');
  expect((await raw(server, path, { method: 'POST', form: {} })).status).toBe(200);
  expect((await raw(server, path, { method: 'POST', form: {} })).status).toBe(404);
  const notification = await mailbox.emailTo('before@example.com', [warning]);
  expect(notification.text).toContain('After@example.com');
  await expect(user.connection.call(getOwnUser)).rejects.toMatchObject({ status: 401 });
  const renamed = { email: 'after@example.com', apiKey: user.apiKey };
  const seen = await raw(server, '/api/v1/users/me', { as: renamed });
  expect(seen.json()).toMatchObject({ delivery_email: 'After@example.com' });
});

test('an address in use and an invalid address are rejected', async () => {
  const user = await server.user();
  await expect(change(user, owner.email.toUpperCase())).rejects.toMatchObject({ status: 400 });
  await expect(change(user, 'nonsense')).rejects.toMatchObject({ status: 400 });
  await change(user, user.email);
});

test('of two users who request the same address, the first to confirm gets it', async () => {
  const [one, two] = [await server.user(), await server.user()];
  await change(one, 'wanted@example.com');
  const first = await mailbox.emailTo('wanted@example.com');
  await change(two, 'wanted@example.com');
  const second = await mailbox.emailTo('wanted@example.com', [first]);
  expect((await raw(server, pathIn(first.text), { method: 'POST', form: {} })).status).toBe(200);
  expect((await raw(server, pathIn(second.text), { method: 'POST', form: {} })).status).toBe(400);
});

test('requests are limited to two per hour, and rejected if address changes are disabled', async () => {
  const user = await server.user();
  await change(user, 'first@example.com');
  await change(user, 'second@example.com');
  await expect(change(user, 'third@example.com')).rejects.toMatchObject({ code: 'RATE_LIMIT_HIT' });
  await owner.connection.call(updateRealm, { email_changes_disabled: true });
  const other = await server.user();
  await expect(change(other, 'other@example.com')).rejects.toMatchObject({ status: 400 });
  const before = pathIn((await mailbox.emailTo('second@example.com')).text);
  expect((await raw(server, before, { method: 'POST', form: {} })).status).toBe(400);
  await owner.connection.call(updateRealm, { email_changes_disabled: false });
  expect((await raw(server, before, { method: 'POST', form: {} })).status).toBe(200);
});
