import { roles } from '@parley/contract/rights/roles.ts';
import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { setTypingStatus } from '@parley/contract/endpoints/typing.ts';
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
