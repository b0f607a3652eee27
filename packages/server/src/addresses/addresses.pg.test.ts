import { getOwnUser } from '@parley/contract/endpoints/users.ts';
import { updateRealm } from '@parley/contract/endpoints/realm.ts';
import { updateSettings } from '@parley/contract/endpoints/settings.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMailbox, type Mailbox } from '../mail/testing/mailbox.ts';
import { startTestServer, type TestPerson, type TestServer } from '../testing/harness.ts';
import { raw } from '../testing/raw.ts';

let mailbox: Mailbox;
let server: TestServer;
let owner: TestPerson;

beforeAll(async () => {
  mailbox = await startMailbox();
  server = await startTestServer((config) => ({
    ...config,
    mail: { url: mailbox.url, from: 'chat@parley.test' },
    rateLimits: true,
  }));
  owner = await server.person({ role: 100 });
});
afterAll(async () => {
  await server.stop();
  await mailbox.stop();
});

const pathIn = (text: string): string => /http:\/\/parley\.test(\/\S+\/\w{32})/.exec(text)?.[1] ?? 'no link';
const change = ({ connection }: TestPerson, email: string) => connection.call(updateSettings, { email });

test('a new address counts when its mailbox has confirmed it, and the old one hears of it', async () => {
  const person = await server.person({ email: 'before@example.com' });
  await change(person, ' After@Example.com ');
  const letter = await mailbox.letterTo('After@example.com');
  const path = pathIn(letter.text);
  const first = await raw(server, path);
  expect(first.status).toBe(200);
  expect(first.body.toString()).toContain('After@example.com');
  expect((await person.connection.call(getOwnUser)).delivery_email).toBe('before@example.com');
  expect((await raw(server, path, { method: 'POST', form: {} })).status).toBe(200);
  expect((await raw(server, path, { method: 'POST', form: {} })).status).toBe(404);
  const told = await mailbox.letterTo('before@example.com');
  expect(told.text).toContain('After@example.com');
  await expect(person.connection.call(getOwnUser)).rejects.toMatchObject({ status: 401 });
  const renamed = { email: 'after@example.com', apiKey: person.apiKey };
  const seen = await raw(server, '/api/v1/users/me', { as: renamed });
  expect(seen.json()).toMatchObject({ delivery_email: 'After@example.com' });
});

test('an address that somebody has, or that is none, is refused', async () => {
  const person = await server.person();
  await expect(change(person, owner.email.toUpperCase())).rejects.toMatchObject({ status: 400 });
  await expect(change(person, 'nonsense')).rejects.toMatchObject({ status: 400 });
  await change(person, person.email);
});

test('of two who ask for one address, the first who confirms it gets it', async () => {
  const [one, two] = [await server.person(), await server.person()];
  await change(one, 'wanted@example.com');
  const first = await mailbox.letterTo('wanted@example.com');
  await change(two, 'wanted@example.com');
  const second = await mailbox.letterTo('wanted@example.com', [first]);
  expect((await raw(server, pathIn(first.text), { method: 'POST', form: {} })).status).toBe(200);
  expect((await raw(server, pathIn(second.text), { method: 'POST', form: {} })).status).toBe(400);
});

test('nobody asks more than twice an hour, and nobody where addresses stay', async () => {
  const person = await server.person();
  await change(person, 'first@example.com');
  await change(person, 'second@example.com');
  await expect(change(person, 'third@example.com')).rejects.toMatchObject({ code: 'RATE_LIMIT_HIT' });
  await owner.connection.call(updateRealm, { email_changes_disabled: true });
  const other = await server.person();
  await expect(change(other, 'other@example.com')).rejects.toMatchObject({ status: 400 });
  const before = pathIn((await mailbox.letterTo('second@example.com')).text);
  expect((await raw(server, before, { method: 'POST', form: {} })).status).toBe(400);
  await owner.connection.call(updateRealm, { email_changes_disabled: false });
  expect((await raw(server, before, { method: 'POST', form: {} })).status).toBe(200);
});
