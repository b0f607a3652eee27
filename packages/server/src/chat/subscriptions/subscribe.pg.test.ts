import { roles } from '@parley/contract/rights/roles.ts';
import type { ArgumentsOf } from '@parley/contract/endpoint.ts';
import { createBot } from '@parley/contract/endpoints/bots.ts';
import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import { updateRealm } from '@parley/contract/endpoints/realm.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { q, sql } from '../../engine/db/sql.ts';
import { systemGroupIds, type SystemGroupIds } from '../../organization/groups/rows.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';

let server: TestServer;
let owner: TestUser;
let admin: TestUser;
let ada: TestUser;
let ben: TestUser;
let guest: TestUser;
let groups: SystemGroupIds;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.user({ role: roles.owner });
  admin = await server.user({ role: roles.administrator });
  ada = await server.user({ emailVisibility: 1 });
  ben = await server.user();
  guest = await server.user({ role: roles.guest });
  groups = await systemGroupIds(server.server.world.pool, server.realmId);
});
afterAll(() => server.stop());

type Options = Omit<ArgumentsOf<typeof subscribe>, 'subscriptions'>;

function join(user: TestUser, name: string, options: Options = {}) {
  return user.connection.call(subscribe, { subscriptions: [{ name }], ...options });
}

async function row(name: string) {
  return server.server.world.pool.first(q.selectFrom('channel').selectAll().where('name', '=', name));
}

test('a period begins at the log position of the control entry, and resubscribing adds a second period', async () => {
  await join(ada, 'first');
  const rows = await server.server.world.pool.all(
    sql<{ periods: string; ordinals: string }>`
      select periods::text, ordinals::text from subscription where user_id = ${ada.id}`,
  );
  expect(rows).toEqual([{ periods: expect.stringMatching(/^\{\[\d+,\)\}$/), ordinals: '{[1,)}' }]);
});

test('two spellings of a new name create a single channel', async () => {
  const { subscribed } = await ada.connection.call(subscribe, {
    subscriptions: [{ name: 'Twins' }, { name: 'tWINS' }, { name: 'other' }],
  });
  expect(subscribed).toEqual({ [ada.id]: ['Twins', 'other'] });
});

test("subscribing other users needs the organization's permission", async () => {
  const nobody = groups['role:nobody'];
  await owner.connection.call(updateRealm, { can_add_subscribers_group: { new: nobody } });
  await join(ada, 'mine alone');
  await join(ben, 'not of ben', { can_administer_channel_group: nobody });
  const refused = { code: 'BAD_REQUEST' };
  await expect(
    join(ada, 'not of ben', { principals: [guest.id], authorization_errors_fatal: false }),
  ).rejects.toMatchObject(refused);
  await join(ada, 'mine alone', { principals: [guest.id] });
  await join(admin, 'not of ben', { principals: [guest.id] });
  await owner.connection.call(updateRealm, { can_add_subscribers_group: { new: groups['role:members'] } });
});

test('permissions to delete messages and create topics are validated', async () => {
  await expect(
    join(ada, 'y', { can_delete_any_message_group: groups['role:members'] }),
  ).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  await join(ada, 'nobody deletes', { can_delete_any_message_group: groups['role:nobody'] });
  await expect(
    join(ada, 'y', { invite_only: true, can_create_topic_group: groups['role:moderators'] }),
  ).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  await join(ada, 'posted by few', { can_send_message_group: groups['role:administrators'] });
  const { streams = [] } = await ada.connection.call(registerQueue);
  expect(streams.find(({ name }) => name === 'posted by few')).toMatchObject({
    stream_post_policy: 2,
    is_announcement_only: true,
  });
});

test('new users are subscribed to the default channels, bots are not', async () => {
  await join(admin, 'welcome', { is_default_stream: true });
  const fresh = await server.user();
  const state = await fresh.connection.call(registerQueue);
  expect(state.subscriptions).toMatchObject([{ name: 'welcome' }]);
  expect(state.realm_default_streams).toEqual([(await row('welcome'))?.id]);
  expect((await guest.connection.call(registerQueue)).realm_default_streams).toEqual([]);
  const before = (await row('welcome'))?.subscriber_count;
  await ada.connection.call(createBot, { short_name: 'quiet', full_name: 'Quiet' });
  expect((await row('welcome'))?.subscriber_count).toBe(before);
});

test('concurrent requests for a name create a single channel', async () => {
  const answers = await Promise.all([ada, ben, owner, admin].map((user) => join(user, 'contested')));
  expect(answers.map(({ subscribed }) => Object.keys(subscribed).length)).toEqual([1, 1, 1, 1]);
  expect((await row('contested'))?.subscriber_count).toBe(4);
});

test('a request creates at most 100 channels', async () => {
  const subscriptions = Array.from({ length: 101 }, (_, n) => ({ name: `one of many ${n}` }));
  await expect(ada.connection.call(subscribe, { subscriptions })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  });
  expect(await row('one of many 0')).toBeUndefined();
});
