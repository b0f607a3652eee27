import type { ApiError } from '@parley/client/errors.ts';
import { roles } from '@parley/contract/rights/roles.ts';
import { subscribe, updateSubscriptionProperty } from '@parley/contract/endpoints/channels.ts';
import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { updateSettings } from '@parley/contract/endpoints/settings.ts';
import {
  getSubscriptions,
  getSubscriptionStatus,
  getUserChannels,
  updateSubscriptionSettings,
} from '@parley/contract/endpoints/subscriptions.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { q } from '../../engine/db/sql.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { raw } from '@parley/test-support/raw.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

let count = 0;
/** Creates a channel with these subscribers. */
async function channelOf(first: TestUser, options: { others?: TestUser[]; invite_only?: boolean } = {}) {
  const { others = [], invite_only = false } = options;
  const name = `channel ${(count += 1)}`;
  await first.connection.call(subscribe, {
    subscriptions: [{ name }],
    principals: [first, ...others].map(({ id }) => id),
    invite_only,
  });
  const { subscriptions } = await first.connection.call(getSubscriptions);
  const id = subscriptions.find((one) => one.name === name)?.stream_id ?? 0;
  return { id, name };
}

function archive(id: number) {
  return server.server.world.write(server.realmId, (tx) =>
    tx.all(
      q
        .updateTable('channel')
        .set({ is_archived: true })
        .where('realm_id', '=', tx.realmId)
        .where('id', '=', id),
    ),
  );
}

type Property = Parameters<typeof set>[2];

function set(
  { connection }: TestUser,
  stream_id: number,
  property:
    | 'color'
    | 'is_muted'
    | 'in_home_view'
    | 'pin_to_top'
    | 'desktop_notifications'
    | 'email_notifications',
  value: boolean | string,
) {
  return connection.call(updateSubscriptionProperty, { stream_id, property, value });
}

async function subscriptionOf({ connection }: TestUser, id: number) {
  return (await connection.call(getSubscriptions)).subscriptions.find(({ stream_id }) => stream_id === id);
}

const refused = { status: 400, code: 'BAD_REQUEST' };

async function eventsDuring(user: TestUser, act: () => Promise<unknown>) {
  const { queue_id } = await user.connection.call(registerQueue, {
    event_types: ['subscription'],
    fetch_event_types: [],
  });
  await act();
  const { events } = await user.connection.call(getEvents, {
    queue_id,
    last_event_id: -1,
    dont_block: true,
  });
  return events.map(({ id: _id, ...event }) => event);
}

function update(stream_id: number, property: string, value: boolean | string) {
  return {
    type: 'subscription',
    op: 'update',
    stream_id,
    property,
    value,
  };
}

test('a new subscription inherits its notification settings from the account', async () => {
  const ada = await server.user();
  const { id } = await channelOf(ada);
  expect(await subscriptionOf(ada, id)).toMatchObject({
    is_muted: false,
    in_home_view: true,
    pin_to_top: false,
    desktop_notifications: null,
    audible_notifications: null,
    push_notifications: null,
    email_notifications: null,
    wildcard_mentions_notify: null,
  });
});

test('color and pin_to_top publish an event each, even if unchanged', async () => {
  const ada = await server.user();
  const { id } = await channelOf(ada);
  const events = await eventsDuring(ada, async () => {
    await set(ada, id, 'color', '#C2c2');
    await set(ada, id, 'color', '#C2c2');
    await set(ada, id, 'pin_to_top', true);
  });
  expect(events).toEqual([
    update(id, 'color', '#C2c2'),
    update(id, 'color', '#C2c2'),
    update(id, 'pin_to_top', true),
  ]);
  expect(await subscriptionOf(ada, id)).toMatchObject({ color: '#C2c2', pin_to_top: true });
});

test.each([
  ['is_muted', true, true],
  ['is_muted', false, false],
  ['in_home_view', false, true],
  ['in_home_view', true, false],
] as [Property, boolean, boolean][])('%s = %j publishes two events', async (property, value, muted) => {
  const ada = await server.user();
  const { id } = await channelOf(ada);
  expect(await eventsDuring(ada, () => set(ada, id, property, value))).toEqual([
    update(id, 'in_home_view', !muted),
    update(id, 'is_muted', muted),
  ]);
  expect(await subscriptionOf(ada, id)).toMatchObject({ is_muted: muted, in_home_view: !muted });
});

test('changes of settings are published to their owner alone', async () => {
  const [ada, grace] = [await server.user(), await server.user()];
  const { id } = await channelOf(ada, { others: [grace] });
  const before = await subscriptionOf(grace, id);
  expect(await eventsDuring(grace, () => set(ada, id, 'color', '#123456'))).toEqual([]);
  expect(await subscriptionOf(grace, id)).toEqual(before);
});

test('unknown, private, archived and unsubscribed channels are refused', async () => {
  const [ada, owner, guest] = [
    await server.user(),
    await server.user({ role: roles.owner }),
    await server.user({ role: roles.guest }),
  ];
  const { id: open } = await channelOf(ada);
  const { id: closed } = await channelOf(ada, { invite_only: true });
  const { id: archived } = await channelOf(ada);
  await archive(archived);
  const cases: [TestUser, number][] = [
    [ada, 999_999_999],
    [ada, archived],
    [owner, open],
    [owner, closed],
    [guest, open],
  ];
  for (const [user, id] of cases) {
    await expect(set(user, id, 'pin_to_top', true)).rejects.toMatchObject(refused);
    await expect(set(user, id, 'color', '#fff')).rejects.toMatchObject(refused);
  }
  const answerFor = (id: number) => set(owner, id, 'pin_to_top', true).catch((error: ApiError) => error.body);
  expect(await answerFor(closed)).toEqual(await answerFor(999_999_999));
});

test.each([
  [{ property: 'color', value: 'red' }, 'BAD_REQUEST'],
  [{ property: 'color', value: '"#ffffff"' }, 'BAD_REQUEST'],
  [{ property: 'color', value: 'true' }, 'BAD_REQUEST'],
  [{ property: 'pin_to_top', value: '1' }, 'BAD_REQUEST'],
  [{ property: 'is_muted', value: 'True' }, 'BAD_REQUEST'],
  [{ property: 'foo', value: 'true' }, 'BAD_REQUEST'],
  [{ property: 'color' }, 'REQUEST_VARIABLE_MISSING'],
  [{ value: 'true' }, 'REQUEST_VARIABLE_MISSING'],
] as [Record<string, string>, string][])('%j is refused with %s', async (form, code) => {
  const ada = await server.user();
  const { id } = await channelOf(ada);
  const path = `/api/v1/users/me/subscriptions/${id}`;
  const answer = await raw(server, path, { method: 'PATCH', as: ada, form });
  expect([answer.status, answer.json()['code']]).toEqual([400, code]);
});

test('an invalid value is refused before the channel is checked', async () => {
  const ada = await server.user();
  const path = '/api/v1/users/me/subscriptions/999999999';
  const form = { property: 'color', value: 'red' };
  const answer = await raw(server, path, { method: 'PATCH', as: ada, form });
  expect(answer.json()['msg']).toMatch(/color/);
});

test('bulk changes are all validated first and then applied one by one', async () => {
  const ada = await server.user();
  const { id } = await channelOf(ada);
  const bulk = (...subscription_data: { stream_id: number; property: Property; value: boolean | string }[]) =>
    ada.connection.call(updateSubscriptionSettings, { subscription_data });
  await bulk();
  await bulk(
    { stream_id: id, property: 'color', value: '#111' },
    { stream_id: id, property: 'is_muted', value: true },
  );
  expect(await subscriptionOf(ada, id)).toMatchObject({ color: '#111', is_muted: true });
  await expect(
    bulk(
      { stream_id: id, property: 'color', value: '#222' },
      { stream_id: id, property: 'pin_to_top', value: 'true' },
    ),
  ).rejects.toMatchObject(refused);
  expect(await subscriptionOf(ada, id)).toMatchObject({ color: '#111' });
  await expect(
    bulk(
      { stream_id: id, property: 'color', value: '#333' },
      { stream_id: 999_999_999, property: 'pin_to_top', value: true },
      { stream_id: id, property: 'color', value: '#444' },
    ),
  ).rejects.toMatchObject(refused);
  expect(await subscriptionOf(ada, id)).toMatchObject({ color: '#333' });
});

test('subscriptions are sorted by code points of the name, without archived channels', async () => {
  const ada = await server.user();
  const names = ['b', 'Z', 'a', 'é', '😀'].map((name) => `${name} ${(count += 1)}`);
  await ada.connection.call(subscribe, { subscriptions: names.map((name) => ({ name })) });
  const list = async () => (await ada.connection.call(getSubscriptions)).subscriptions;
  expect((await list()).map(({ name }) => name[0])).toEqual(['Z', 'a', 'b', 'é', '😀'[0]]);
  await archive((await list())[0]?.stream_id ?? 0);
  expect((await list()).map(({ name }) => name[0])).toEqual(['a', 'b', 'é', '😀'[0]]);
});

test('subscribers are listed only if include_subscribers is set', async () => {
  const [ada, grace] = [await server.user(), await server.user()];
  const { id } = await channelOf(ada, { others: [grace] });
  expect(await subscriptionOf(ada, id)).not.toHaveProperty('subscribers');
  for (const include_subscribers of ['true', 'partial'] as const) {
    const { subscriptions } = await ada.connection.call(getSubscriptions, { include_subscribers });
    expect(subscriptions).toMatchObject([{ stream_id: id, subscribers: [ada.id, grace.id] }]);
  }
  const answer = await raw(server, '/api/v1/users/me/subscriptions?include_subscribers=yes', { as: ada });
  expect([answer.status, answer.json()['code']]).toEqual([400, 'BAD_REQUEST']);
});

test("a user's subscription status is visible to users who see the channel", async () => {
  const [ada, grace, owner, guest] = [
    await server.user(),
    await server.user(),
    await server.user({ role: roles.owner }),
    await server.user({ role: roles.guest }),
  ];
  const { id: open } = await channelOf(ada);
  const { id: closed } = await channelOf(ada, { invite_only: true });
  const status = async (caller: TestUser, user_id: number, stream_id: number) =>
    (await caller.connection.call(getSubscriptionStatus, { user_id, stream_id })).is_subscribed;
  expect(await status(grace, ada.id, open)).toBe(true);
  expect(await status(ada, grace.id, open)).toBe(false);
  expect(await status(owner, ada.id, closed)).toBe(true);
  for (const [caller, target, channel] of [
    [grace, ada.id, closed],
    [guest, ada.id, open],
    [ada, 999_999_999, open],
    [ada, ada.id, 999_999_999],
  ] as [TestUser, number, number][])
    await expect(status(caller, target, channel)).rejects.toMatchObject(refused);
});

test("a user's channels include only those visible to the caller", async () => {
  const [ada, grace, owner, guest] = [
    await server.user(),
    await server.user(),
    await server.user({ role: roles.owner }),
    await server.user({ role: roles.guest }),
  ];
  const { id: open } = await channelOf(ada);
  const { id: closed } = await channelOf(ada, { invite_only: true });
  const { id: shared } = await channelOf(ada, { others: [guest], invite_only: true });
  const channels = async (caller: TestUser) =>
    (await caller.connection.call(getUserChannels, { user_id: ada.id })).subscribed_channel_ids;
  expect(await channels(ada)).toEqual([open, closed, shared]);
  expect(await channels(owner)).toEqual([open, closed, shared]);
  expect(await channels(grace)).toEqual([open]);
  expect(await channels(guest)).toEqual([shared]);
  const unknown = ada.connection.call(getUserChannels, { user_id: 999_999_999 });
  await expect(unknown).rejects.toMatchObject(refused);
});

test("a client without notification_settings_null receives the account's values at registration", async () => {
  const ada = await server.user();
  const { id } = await channelOf(ada);
  await ada.connection.call(updateSettings, { enable_stream_desktop_notifications: true });
  await set(ada, id, 'email_notifications', true);
  const older = await ada.connection.call(registerQueue, { fetch_event_types: ['subscription'] });
  expect(older.subscriptions).toMatchObject([
    { desktop_notifications: true, email_notifications: true, push_notifications: false },
  ]);
  const newer = await ada.connection.call(registerQueue, {
    fetch_event_types: ['subscription'],
    client_capabilities: { notification_settings_null: true },
  });
  expect(newer.subscriptions).toMatchObject([
    { desktop_notifications: null, email_notifications: true, push_notifications: null },
  ]);
});
