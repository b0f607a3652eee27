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
  guest = await server.user({ role: 600 });
  for (const one of [ada, grace]) await one.connection.call(subscribe, { subscriptions: [{ name: 'tea' }] });
  const row = await server.server.world.pool.first(q.selectFrom('channel').select('id'));
  channelId = row?.id ?? 0;
});
afterAll(() => server.stop());

const CAPABLE = { stream_typing_notifications: true, notification_settings_null: true };

function heard(who: TestUser, act: () => Promise<unknown>, client_capabilities: object = CAPABLE) {
  return heardOn(who, act, {
    event_types: ['typing', 'typing_edit_message', 'alert_words'],
    client_capabilities: client_capabilities as typeof CAPABLE,
  });
}

function type(more: object, who = ada) {
  return () => who.connection.call(setTypingStatus, { op: 'start', ...more });
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

test('everybody in a direct conversation hears, the sender too', async () => {
  const event = {
    type: 'typing',
    op: 'start',
    message_type: 'direct',
    sender: { user_id: ada.id, email: ada.email },
    recipients: [{ user_id: ada.id, email: ada.email }, { user_id: grace.id }],
  };
  expect(await heard(grace, type({ to: [grace.id] }))).toMatchObject([event]);
  expect(await heard(ada, type({ to: [grace.id, ada.id], op: 'stop' }))).toMatchObject([
    { ...event, op: 'stop' },
  ]);
  expect(await heard(guest, type({ to: [grace.id] }))).toEqual([]);
});

test('subscribers of a channel hear whose clients understand it', async () => {
  const event = { message_type: 'stream', stream_id: channelId, topic: 'cups', sender: { user_id: ada.id } };
  expect(await heard(grace, type(inChannel()))).toMatchObject([event]);
  expect(await heard(ada, type(inChannel({ type: 'stream' })))).toMatchObject([event]);
  expect(await heard(grace, type(inChannel()), { notification_settings_null: true })).toEqual([]);
  expect(await heard(guest, type(inChannel()))).toEqual([]);
  expect(await heard(grace, type(inChannel({ topic: '(no topic)' })))).toMatchObject([
    { topic: 'general chat' },
  ]);
});

test('what makes no sense or is not allowed is refused, and nobody hears of it', async () => {
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
  const events = await heard(grace, async () => {
    for (const request of wrong) await expect(type(request)()).rejects.toMatchObject(refused);
    await expect(type(inChannel(), guest)()).rejects.toMatchObject(refused);
    await expect(type({ to: [grace.id], type: 'private' })()).rejects.toMatchObject(refused);
  });
  expect(events).toEqual([]);
});

test('who does not want to hear, or not to be heard, is left alone', async () => {
  const curious = await server.user();
  await curious.connection.call(subscribe, { subscriptions: [{ name: 'tea' }] });
  expect(await heard(curious, type(inChannel()))).toHaveLength(1);
  await curious.connection.call(updateSettings, { receives_typing_notifications: false });
  expect(await heard(curious, type(inChannel()))).toEqual([]);
  expect(await heard(curious, type({ to: [curious.id] }))).toEqual([]);
  await curious.connection.call(updateSettings, {
    send_private_typing_notifications: false,
    send_stream_typing_notifications: false,
  });
  await expect(type({ to: [ada.id] }, curious)()).rejects.toMatchObject(refused);
  await expect(type(inChannel(), curious)()).rejects.toMatchObject(refused);
});

test('in a channel of more than a hundred nobody hears', async () => {
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
  expect(await heard(grace, type(inCrowd))).toHaveLength(1);
  await expect(type(inCrowd, guest)()).rejects.toMatchObject(refused);
  await join([guest.id]);
  await type(inCrowd, guest)();
  expect(await heard(grace, type(inCrowd))).toEqual([]);
});

test('editing is told for as long as the sender may edit', async () => {
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
    (message_id: number, who = ada) =>
    () =>
      who.connection.call(setTypingStatusForMessageEdit, { message_id, op: 'start' });
  expect(await heard(grace, edit(id))).toMatchObject([
    {
      type: 'typing_edit_message',
      sender_id: ada.id,
      message_id: id,
      recipient: { type: 'channel', channel_id: channelId, topic: '' },
    },
  ]);
  expect(await heard(grace, edit(direct))).toMatchObject([
    { recipient: { type: 'direct', user_ids: [ada.id, grace.id] } },
  ]);
  expect(await heard(guest, edit(direct))).toEqual([]);
  await expect(edit(id, grace)()).rejects.toMatchObject(refused);
  await expect(edit(999_999)()).rejects.toMatchObject(refused);
});
