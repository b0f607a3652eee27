import { roles } from '@parley/contract/rights/roles.ts';
import { deleteRealmIcon, deleteRealmLogo } from '@parley/contract/endpoints/realm-images.ts';
import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { listen } from '@parley/test-support/listen.ts';
import { GIF, PNG } from '@parley/test-support/pictures.ts';
import { sendFiles } from '@parley/test-support/send-files.ts';

let server: TestServer;
let owner: TestUser;
let member: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.user({ role: roles.owner });
  member = await server.user();
});
afterAll(() => server.stop());

function stateOf(who: TestUser) {
  return who.connection.call(registerQueue, { fetch_event_types: ['realm'] });
}

async function statusOf(url = '') {
  return (await fetch(new URL(url, server.url))).status;
}

test('an icon is shown, replaced and removed, and its files are deleted', async () => {
  const heard = await listen(member, ['realm']);
  const first = await stateOf(member);
  expect(first).toMatchObject({ realm_icon_source: 'G', realm_logo_source: 'D' });
  const { body } = await sendFiles(server, owner, '/realm/icon', [PNG]);
  const { realm_icon_source, realm_icon_url } = await stateOf(member);
  expect([realm_icon_source, realm_icon_url]).toEqual(['U', (body as { icon_url: string }).icon_url]);
  expect(await statusOf(realm_icon_url)).toBe(200);
  await sendFiles(server, owner, '/realm/icon', [GIF]);
  const second = await stateOf(member);
  expect(second.realm_icon_url).toMatch(/\?version=2$/);
  expect([await statusOf(realm_icon_url), await statusOf(second.realm_icon_url)]).toEqual([404, 200]);
  expect(await owner.connection.call(deleteRealmIcon)).toMatchObject({ icon_url: first.realm_icon_url });
  expect(await statusOf(second.realm_icon_url)).toBe(404);
  await owner.connection.call(deleteRealmIcon);
  expect(await heard()).toMatchObject(
    [realm_icon_url, second.realm_icon_url, first.realm_icon_url].map((icon_url) => ({
      op: 'update_dict',
      property: 'icon',
      data: { icon_url },
    })),
  );
});

test('two concurrent uploads leave one image', async () => {
  const heard = await listen(member, ['realm']);
  await Promise.all(
    [PNG, GIF, PNG].map((file) => sendFiles(server, owner, '/realm/logo?night=true', [file])),
  );
  const urls = (await heard()).map(
    (event) => (event as unknown as { data: { night_logo_url: string } }).data.night_logo_url,
  );
  expect(urls).toHaveLength(3);
  expect(await Promise.all(urls.map((url) => statusOf(url)))).toEqual([404, 404, 200]);
  const { realm_night_logo_url, realm_logo_source } = await stateOf(member);
  expect([realm_night_logo_url, realm_logo_source]).toEqual([urls[2], 'D']);
  await owner.connection.call(deleteRealmLogo, { night: true });
  expect(await statusOf(urls[2])).toBe(404);
});
