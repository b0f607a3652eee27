import { openBrowser, userWithPassword } from '@parley/test-support/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { raw } from '@parley/test-support/raw.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let owner: TestUser;
let administrator: TestUser;
let member: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  owner = await userWithPassword(server, { role: 100 });
  administrator = await userWithPassword(server, { role: 200 });
  member = await userWithPassword(server);
});
afterAll(() => server.stop());

async function ask(as: TestUser, of: TestUser): Promise<{ status: number; link: string }> {
  const browser = await openBrowser(server, as);
  const answer = await browser.ask(`/users/${of.id}/password-link`, { method: 'POST' });
  return { status: answer.status, link: String(answer.json()['link']) };
}

test('an administrator makes a link for a member, which sets the password once', async () => {
  const { status, link } = await ask(administrator, await userWithPassword(server));
  expect(status).toBe(200);
  const { pathname } = new URL(link);
  const choose = (): Promise<{ status: number }> =>
    raw(server, pathname, { method: 'POST', form: { password: 'eight planets and a half' } });
  expect((await choose()).status).toBe(200);
  expect((await choose()).status).toBe(404);
});

test('administrators make links for those below them, owners for all', async () => {
  expect((await ask(member, member)).status).toBe(400);
  expect((await ask(administrator, owner)).status).toBe(400);
  expect((await ask(owner, administrator)).status).toBe(200);
});
