import { updateSettings } from '@parley/contract/endpoints/settings.ts';
import { fetchApiKey } from '@parley/contract/endpoints/server.ts';
import { addAuthenticator } from '@parley/test-support/authenticator.ts';
import { openBrowser, PASSWORD as USUAL_PASSWORD, userWithPassword } from '@parley/test-support/browser.ts';
import { startTestServer, type TestServer } from '@parley/test-support/harness.ts';
import { startMailbox, type Mailbox } from '@parley/test-support/mailbox.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '@parley/test-support/eventually.ts';
import { sql } from '../../engine/db/sql.ts';
import { hashPassword } from '../users/passwords.ts';

const PASSWORD = 'a long password of a user 4711';
let mailbox: Mailbox;
let server: TestServer;

beforeAll(async () => {
  mailbox = await startMailbox();
  const mail = { url: mailbox.url, from: 'Parley <noreply@parley.test>' };
  server = await startTestServer((config) => ({ ...config, mail }));
});
afterAll(async () => {
  await server.stop();
  await mailbox.stop();
});

async function logInEmails(email: string) {
  const { pool } = server.server.world;
  await eventually(async () => expect(await pool.all(sql`select from mail`)).toEqual([]));
  return mailbox.emails.filter(({ to }) => to === email);
}

test('[N-27] [NT23] a log-in is an e-mail, except at first and for users who switched it off', async () => {
  const bob = await server.user({ passwordHash: await hashPassword(PASSWORD) });
  const logIn = () => bob.connection.call(fetchApiKey, { username: bob.email, password: PASSWORD });
  await logIn();
  expect(await logInEmails(bob.email)).toEqual([]);
  await server.server.world.pool.all(sql`
    update realm_user set date_joined = now() - interval '61 seconds' where id = ${bob.id}`);
  await logIn();
  const [email, ...others] = await logInEmails(bob.email);
  expect(others).toEqual([]);
  expect(email?.subject).toBe('New log-in to Root');
  expect(email?.text).toContain('Address: 127.0.0.1');
  await bob.connection.call(updateSettings, { enable_login_emails: false });
  await logIn();
  expect(await logInEmails(bob.email)).toHaveLength(1);
});

test('each change of second steps is an e-mail, and so is the use of a recovery code', async () => {
  const eve = await userWithPassword(server);
  await eve.connection.call(updateSettings, { enable_login_emails: false });
  const browser = await openBrowser(server, eve);
  const { id, codes } = await addAuthenticator(browser, Date.now());
  const [code = '', other = ''] = codes;
  const renewed = await browser.ask('/recovery-codes', { method: 'POST', form: { code } });
  const [first = '', second = ''] = renewed.json()['recovery_codes'] as string[];
  const login = { username: eve.email, password: USUAL_PASSWORD };
  await expect(eve.connection.call(fetchApiKey, { ...login, code: other })).rejects.toThrow(
    'The code is wrong',
  );
  await eve.connection.call(fetchApiKey, { ...login, code: first });
  await browser.ask(`/second-steps/${id}`, { method: 'DELETE', form: { code: second } });
  const texts = (await logInEmails(eve.email)).map(({ text }) => text);
  const sentences = [
    'An authenticator app was added',
    'New recovery codes were made',
    'A recovery code was used',
    'An authenticator app was removed',
  ];
  const counts = sentences.map((sentence) => texts.filter((text) => text.includes(sentence)).length);
  expect([counts, texts.length]).toEqual([[1, 1, 3, 1], 6]);
});
