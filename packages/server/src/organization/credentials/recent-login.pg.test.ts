import { createBot } from '@parley/contract/endpoints/bots.ts';
import { createInviteLink, sendInvites } from '@parley/contract/endpoints/invites.ts';
import { deactivateRealm } from '@parley/contract/endpoints/realm.ts';
import { updateSettings } from '@parley/contract/endpoints/settings.ts';
import {
  deactivateOwnUser,
  deactivateUser,
  getOwnUser,
  reactivateUser,
  regenerateApiKey,
  updateUser,
} from '@parley/contract/endpoints/users.ts';
import { createConnection } from '@parley/client/connection.ts';
import { openBrowser, PASSWORD, userWithPassword } from '@parley/test-support/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { startMailbox, type Mailbox } from '@parley/test-support/mailbox.ts';
import { raw } from '@parley/test-support/raw.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../engine/db/sql.ts';

let mailbox: Mailbox;
let server: TestServer;

beforeAll(async () => {
  mailbox = await startMailbox();
  server = await startTestServer((config) => ({
    ...config,
    mail: { url: mailbox.url, from: 'chat@parley.test' },
  }));
});
afterAll(async () => {
  await server.stop();
  await mailbox.stop();
});

const TOO_OLD = { code: 'RECENT_LOGIN_REQUIRED', status: 403 };

/** Lets the log-ins of a user be an hour old; the second statement raises the version of the cached account. */
async function age({ id }: TestUser): Promise<void> {
  await server.server.world.pool.all(
    sql`update credential set created_at = created_at - interval '1 hour' where user_id = ${id}`,
  );
  await server.server.world.pool.all(sql`update realm_user set timezone = timezone where id = ${id}`);
}

function pathIn(text: string): string {
  return /http:\/\/parley\.test(\/\S+\/\w{32})/.exec(text)?.[1] ?? 'no link';
}

test('[CR15] a new address needs a recent log-in or the password', async () => {
  const ada = await userWithPassword(server);
  const browser = await openBrowser(server, ada);
  const ask = (email: string) => browser.ask('/settings', { method: 'PATCH', form: { email } });
  expect((await ask('first@example.com')).status).toBe(200);
  await age(ada);
  const refused = await ask('second@example.com');
  expect([refused.status, refused.json()]).toMatchObject([403, { code: 'RECENT_LOGIN_REQUIRED' }]);
  const change = { email: 'third@example.com' };
  await expect(ada.connection.call(updateSettings, change)).rejects.toMatchObject(TOO_OLD);
  await expect(
    ada.connection.call(updateSettings, { ...change, old_password: 'wrong' }),
  ).rejects.toMatchObject({ status: 400 });
  await ada.connection.call(updateSettings, { ...change, old_password: PASSWORD });
  await mailbox.emailTo('third@example.com');
  await ada.connection.call(updateSettings, { email: ada.email, full_name: 'Same Address' });
});

test('[CR15] deactivating the own account and the organization needs a recent log-in', async () => {
  const host = 'closing.parley.test';
  const realmId = await server.realm('closing');
  const owner = await server.user({ realmId, host, role: 100 });
  const other = await server.user({ realmId, host, role: 100 });
  await age(other);
  await expect(other.connection.call(deactivateOwnUser)).rejects.toMatchObject(TOO_OLD);
  await expect(other.connection.call(deactivateRealm, {})).rejects.toMatchObject(TOO_OLD);
  await owner.connection.call(deactivateRealm, {});
});

test('[CR15] administrators are made, removed and invited with a recent log-in only', async () => {
  const owner = await server.user({ role: 100 });
  const member = await server.user();
  const admin = await server.user({ role: 200 });
  const retired = await server.user({ role: 200 });
  const promote = { user_id: member.id, role: 200 } as const;
  const demote = { user_id: admin.id, role: 400 } as const;
  const link = { invite_as: 100 } as const;
  const letter = { invitee_emails: 'next@example.com', invite_as: 200 as const, stream_ids: [] };
  await owner.connection.call(deactivateUser, { user_id: retired.id });
  await age(owner);
  const { connection } = owner;
  await expect(connection.call(updateUser, promote)).rejects.toMatchObject(TOO_OLD);
  await expect(connection.call(updateUser, demote)).rejects.toMatchObject(TOO_OLD);
  await expect(connection.call(createInviteLink, link)).rejects.toMatchObject(TOO_OLD);
  await expect(connection.call(sendInvites, letter)).rejects.toMatchObject(TOO_OLD);
  await expect(connection.call(reactivateUser, { user_id: retired.id })).rejects.toMatchObject(TOO_OLD);
  await expect(connection.call(deactivateUser, { user_id: member.id })).rejects.toMatchObject(TOO_OLD);
  await connection.call(updateUser, { user_id: member.id, role: 300, full_name: 'A Moderator' });
  await connection.call(createInviteLink, { invite_as: 300 });
  const fresh = await server.user({ role: 100 });
  await fresh.connection.call(updateUser, promote);
  await fresh.connection.call(createInviteLink, link);
});

test('[CR15] the address of another user is changed with a recent log-in only', async () => {
  const owner = await server.user({ role: 100 });
  const member = await server.user();
  await server.server.world.pool.all(
    sql`update realm_user set can_change_user_emails = true where id = ${owner.id}`,
  );
  await age(owner);
  const change = { user_id: member.id, new_email: 'moved@example.com' };
  await expect(owner.connection.call(updateUser, change)).rejects.toMatchObject(TOO_OLD);
});

test('[CR15] a bot never counts as logged in, and deactivates members only', async () => {
  const owner = await server.user({ role: 100 });
  const [member, admin] = [await server.user(), await server.user({ role: 200 })];
  const made = await owner.connection.call(createBot, {
    full_name: 'Provisioner',
    short_name: 'provisioner',
  });
  await owner.connection.call(updateUser, { user_id: made.user_id, role: 200 });
  const credentials = { email: 'provisioner-bot@parley.test', apiKey: made.api_key };
  const bot = createConnection({ url: server.url, credentials });
  const promote = { user_id: member.id, role: 200 } as const;
  await expect(bot.call(updateUser, promote)).rejects.toMatchObject(TOO_OLD);
  await expect(bot.call(deactivateUser, { user_id: admin.id })).rejects.toMatchObject(TOO_OLD);
  await bot.call(deactivateUser, { user_id: member.id });
});

test('[CR15] a regenerated key does not count as a log-in', async () => {
  const ada = await server.user();
  await age(ada);
  const { api_key: apiKey } = await ada.connection.call(regenerateApiKey);
  const renewed = createConnection({ url: server.url, credentials: { email: ada.email, apiKey } });
  await expect(renewed.call(updateSettings, { email: 'thief@example.com' })).rejects.toMatchObject(TOO_OLD);
});

test('[CR16] the current address gets a link that cancels the change and ends all credentials', async () => {
  const ada = await userWithPassword(server);
  await ada.connection.call(updateSettings, { email: 'wanted@example.com' });
  const confirmation = pathIn((await mailbox.emailTo('wanted@example.com')).text);
  const warning = await mailbox.emailTo(ada.email);
  expect(warning.text).toContain('wanted@example.com');
  const form = { password: 'an entirely different long secret' };
  expect((await raw(server, pathIn(warning.text), { method: 'POST', form })).status).toBe(200);
  expect((await raw(server, confirmation, { method: 'POST', form: {} })).status).toBe(404);
  await expect(ada.connection.call(getOwnUser)).rejects.toMatchObject({ status: 401 });
});
