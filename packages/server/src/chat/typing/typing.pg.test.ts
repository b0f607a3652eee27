import { roles } from '@parley/contract/rights/roles.ts';
import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { updateSettings } from '@parley/contract/endpoints/settings.ts';
import { setTypingStatus, setTypingStatusForMessageEdit } from '@parley/contract/endpoints/typing.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { q } from '../../engine/db/sql.ts';
import { heard as heardOn } from '@parley/test-support/talk.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';

let server: TestServer;
let ada: TestUser;
let grace: TestUser;
let guest: TestUser;
let channelId: number;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.user({ emailVisibility: 1 });
  grace = await server.user();
  guest = await server.user({ role: roles.guest });
  for (const one of [ada, grace]) await one.connection.call(subscribe, { subscriptions: [{ name: 'tea' }] });
  const row = await server.server.world.pool.first(q.selectFrom('channel').select('id'));
  channelId = row?.id ?? 0;
});
afterAll(() => server.stop());

const CAPABLE = { stream_typing_notifications: true, notification_settings_null: true };

function eventsTo(user: TestUser, action: () => Promise<unknown>, client_capabilities: object = CAPABLE) {
  return heardOn(user, action, {
    event_types: ['typing', 'typing_edit_message', 'alert_words'],
    client_capabilities: client_capabilities as typeof CAPABLE,
  });
}

function type(more: object, user = ada) {
  return () => user.connection.call(setTypingStatus, { op: 'start', ...more });
}

function inChannel(more: object = {}) {
  return {
    type: 'channel',
    stream_id: channelId,
    topic: ' cups ',
    ...more,
  };
}

const refused = { code: 'BAD_REQUEST' };

test('typing in a direct conversation is published to all its users, including the sender', async () => {
  const event = {
    type: 'typing',
    op: 'start',
    message_type: 'direct',
    sender: { user_id: ada.id, email: ada.email },
    recipients: [{ user_id: ada.id, email: ada.email }, { user_id: grace.id }],
  };
  expect(await eventsTo(grace, type({ to: [grace.id] }))).toMatchObject([event]);
  expect(await eventsTo(ada, type({ to: [grace.id, ada.id], op: 'stop' }))).toMatchObject([
    { ...event, op: 'stop' },
  ]);
  expect(await eventsTo(guest, type({ to: [grace.id] }))).toEqual([]);
});

test('typing in a channel is published to subscribers whose clients support it', async () => {
  const event = { message_type: 'stream', stream_id: channelId, topic: 'cups', sender: { user_id: ada.id } };
  expect(await eventsTo(grace, type(inChannel()))).toMatchObject([event]);
  expect(await eventsTo(ada, type(inChannel({ type: 'stream' })))).toMatchObject([event]);
  expect(await eventsTo(grace, type(inChannel()), { notification_settings_null: true })).toEqual([]);
  expect(await eventsTo(guest, type(inChannel()))).toEqual([]);
  expect(await eventsTo(grace, type(inChannel({ topic: '(no topic)' })))).toMatchObject([
    { topic: 'general chat' },
  ]);
});

test('invalid or forbidden requests are refused and publish nothing', async () => {
  const wrong = [
    {},
    { to: [] },
    { to: [999_999] },
    { to: [grace.id, 999_999] },
    { type: 'channel', topic: 'x' },
    { type: 'channel', stream_id: channelId },
    inChannel({ stream_id: 999_999 }),
    inChannel({ topic: 'a\nb' }),
  ];
  const events = await eventsTo(grace, async () => {
    for (const request of wrong) await expect(type(request)()).rejects.toMatchObject(refused);
    await expect(type(inChannel(), guest)()).rejects.toMatchObject(refused);
    await expect(type({ to: [grace.id], type: 'private' })()).rejects.toMatchObject(refused);
  });
  expect(events).toEqual([]);
});

test('settings switch off receiving and sending of typing notifications', async () => {
  const receiver = await server.user();
  await receiver.connection.call(subscribe, { subscriptions: [{ name: 'tea' }] });
  expect(await eventsTo(receiver, type(inChannel()))).toHaveLength(1);
  await receiver.connection.call(updateSettings, { receives_typing_notifications: false });
  expect(await eventsTo(receiver, type(inChannel()))).toEqual([]);
  expect(await eventsTo(receiver, type({ to: [receiver.id] }))).toEqual([]);
  await receiver.connection.call(updateSettings, {
    send_private_typing_notifications: false,
    send_stream_typing_notifications: false,
  });
  await expect(type({ to: [ada.id] }, receiver)()).rejects.toMatchObject(refused);
  await expect(type(inChannel(), receiver)()).rejects.toMatchObject(refused);
});

test('a channel with more than a hundred subscribers publishes no typing events', async () => {
  const crowd: number[] = [];
  for (let n = 0; n < 98; n += 1) crowd.push((await server.user()).id);
  const join = (principals: number[]) =>
    ada.connection.call(subscribe, {
      subscriptions: [{ name: 'crowd' }],
      principals,
      send_new_subscription_messages: false,
    });
  await join([ada.id, grace.id, ...crowd]);
  const row = await server.server.world.pool.first(
    q.selectFrom('channel').select('id').where('name', '=', 'crowd'),
  );
  const inCrowd = inChannel({ stream_id: row?.id });
  expect(await eventsTo(grace, type(inCrowd))).toHaveLength(1);
  await expect(type(inCrowd, guest)()).rejects.toMatchObject(refused);
  await join([guest.id]);
  await type(inCrowd, guest)();
  expect(await eventsTo(grace, type(inCrowd))).toEqual([]);
});

test('typing in an edit is published while the sender may edit', async () => {
  const send = async (more: object) =>
    (
      await ada.connection.call(sendMessage, {
        type: 'channel',
        to: 'tea',
        topic: '',
        content: 'hello',
        ...more,
      })
    ).id;
  const id = await send({});
  const direct = await send({ type: 'direct', to: [grace.id] });
  const edit =
    (message_id: number, user = ada) =>
    () =>
      user.connection.call(setTypingStatusForMessageEdit, { message_id, op: 'start' });
  expect(await eventsTo(grace, edit(id))).toMatchObject([
    {
      type: 'typing_edit_message',
      sender_id: ada.id,
      message_id: id,
      recipient: { type: 'channel', channel_id: channelId, topic: '' },
    },
  ]);
  expect(await eventsTo(grace, edit(direct))).toMatchObject([
    { recipient: { type: 'direct', user_ids: [ada.id, grace.id] } },
  ]);
  expect(await eventsTo(guest, edit(direct))).toEqual([]);
  await expect(edit(id, grace)()).rejects.toMatchObject(refused);
  await expect(edit(999_999)()).rejects.toMatchObject(refused);
});
