import { roles } from '@parley/contract/rights/roles.ts';
import type { ArgumentsOf } from '@parley/contract/endpoint.ts';
import { createBot } from '@parley/contract/endpoints/bots.ts';
import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import { updateRealm } from '@parley/contract/endpoints/realm.ts';
import { deactivateUser } from '@parley/contract/endpoints/users.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { q, sql } from '../../engine/db/sql.ts';
import { systemGroupIds, type SystemGroupIds } from '../../organization/groups/rows.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { listen } from '@parley/test-support/listen.ts';

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

test('subscribing to an unused name creates a channel', async () => {
  expect(await join(ada, '  first ')).toEqual({
    result: 'success',
    msg: '',
    subscribed: { [ada.id]: ['first'] },
    already_subscribed: {},
    new_subscription_messages_sent: true,
  });
  expect(await join(ada, 'FIRST')).toMatchObject({
    subscribed: {},
    already_subscribed: { [ada.id]: ['first'] },
  });
  const state = await ada.connection.call(registerQueue, { include_subscribers: 'true' });
  expect(state.subscriptions).toMatchObject([
    {
      name: 'first',
      creator_id: ada.id,
      subscribers: [ada.id],
      subscriber_count: 1,
      color: '#76ce90',
      history_public_to_subscribers: true,
      can_administer_channel_group: { direct_members: [ada.id], direct_subgroups: [] },
      can_send_message_group: groups['role:everyone'],
      stream_post_policy: 1,
    },
  ]);
});

test('a period begins at the log position of the control entry, and resubscribing adds a second period', async () => {
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

test('private channels refuse users who are not subscribed, including owners', async () => {
  await join(ada, 'secret', { invite_only: true });
  expect(await row('secret')).toMatchObject({ is_private: true, is_history_public: false });
  for (const user of [owner, admin, ben])
    await expect(join(user, 'secret')).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  expect(await join(owner, 'secret', { authorization_errors_fatal: false })).toMatchObject({
    subscribed: {},
    already_subscribed: {},
    unauthorized: ['secret'],
  });
  await join(ada, 'shared secret', { invite_only: true, history_public_to_subscribers: true });
  expect(await row('shared secret')).toMatchObject({ is_private: true, is_history_public: true });
  await join(ada, 'open', { history_public_to_subscribers: false });
  expect(await row('open')).toMatchObject({ is_private: false, is_history_public: true });
});

test('requests of guests are refused', async () => {
  await expect(join(guest, 'first')).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});

test('other users are named by id or e-mail, and an unknown user fails the whole request', async () => {
  expect(await join(ben, 'pair', { principals: [ben.id, ada.id, ada.id] })).toMatchObject({
    subscribed: { [ada.id]: ['pair'], [ben.id]: ['pair'] },
  });
  expect(await join(ben, 'by address', { principals: [ada.email.toUpperCase()] })).toMatchObject({
    subscribed: { [ada.id]: ['by address'] },
  });
  const deactivated = await server.user();
  await admin.connection.call(deactivateUser, { user_id: deactivated.id });
  for (const principals of [[999_999], [deactivated.id], ['nobody@example.com']])
    await expect(join(ben, 'never made', { principals: principals as number[] })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  expect(await row('never made')).toBeUndefined();
  expect((await row('pair'))?.subscriber_count).toBe(2);
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

test.each([
  ['a blank name', { subscriptions: [{ name: ' ' }] }],
  ['a long name', { subscriptions: [{ name: 'a'.repeat(61) }] }],
  ['a control character', { subscriptions: [{ name: 'a\u0007' }] }],
  ['a bad colour', { subscriptions: [{ name: 'x', color: '#0g0g0g' }] }],
  ['a long description', { subscriptions: [{ name: 'x', description: 'd'.repeat(1025) }] }],
  ['an unknown folder', { subscriptions: [{ name: 'x' }], folder_id: 999 }],
  ['a web-public channel', { subscriptions: [{ name: 'x' }], is_web_public: true }],
  ['a default channel by a member', { subscriptions: [{ name: 'x' }], is_default_stream: true }],
])('%s is refused', async (_, request) => {
  await expect(ada.connection.call(subscribe, request)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  expect(await row('x')).toBeUndefined();
});

test('retention can be set by owners only, as days or a keyword', async () => {
  await expect(join(admin, 'kept', { message_retention_days: 30 })).rejects.toMatchObject({
    code: 'UNAUTHORIZED_PRINCIPAL',
  });
  for (const message_retention_days of [0, 'forever'])
    await expect(join(ada, 'kept', { message_retention_days })).rejects.toMatchObject({
      code: 'REQUEST_VARIABLE_INVALID',
    });
  await join(owner, 'kept', { message_retention_days: 'unlimited' });
  expect((await row('kept'))?.retention_days).toBe(-1);
  await join(ada, 'as usual', { message_retention_days: 'realm_default' });
  expect((await row('as usual'))?.retention_days).toBe(null);
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

test('users receive only the events that they may see', async () => {
  const receivers = await Promise.all(
    [ada, ben, guest, admin].map((user) => listen(user, ['stream', 'subscription'])),
  );
  await join(ada, 'quiet room', { invite_only: true });
  const [toAda, toBen, toGuest, toAdmin] = await Promise.all(receivers.map((receive) => receive()));
  expect(toAda).toMatchObject([{ op: 'create' }, { op: 'add' }]);
  expect(toBen).toEqual([]);
  expect(toGuest).toEqual([]);
  expect(toAdmin).toMatchObject([{ op: 'create' }, { op: 'peer_add', user_ids: [ada.id] }]);
  await join(ada, 'quiet room', { principals: [guest.id] });
  expect(await receivers[2]?.()).toMatchObject([
    { op: 'create' },
    { op: 'add', subscriptions: [{ subscribers: [ada.id, guest.id], subscriber_count: 2 }] },
  ]);
  expect(await receivers[0]?.()).toMatchObject([{ op: 'peer_add', user_ids: [guest.id] }]);
  expect(await receivers[1]?.()).toEqual([]);
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
