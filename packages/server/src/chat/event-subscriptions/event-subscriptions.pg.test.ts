import type { ArgumentsOf } from '@parley/contract/endpoint.ts';
import { unsubscribe } from '@parley/contract/endpoints/subscribing.ts';
import {
  createEventSubscription,
  deleteEventSubscription,
  getEventDeliveries,
  getEventSubscriptions,
  replayEventSubscription,
  rotateEventSubscriptionSecret,
  updateEventSubscription,
} from '@parley/contract/endpoints/event-subscriptions.ts';
import { getMessages } from '@parley/contract/endpoints/message-search.ts';
import { sendMessage, updateMessage } from '@parley/contract/endpoints/messages.ts';
import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { limits } from '@parley/contract/limits.ts';
import { roles } from '@parley/contract/rights/roles.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { eventually } from '@parley/test-support/eventually.ts';
import { startReceiver, type Receiver, type ReceivedCall } from '@parley/test-support/receiver.ts';
import { channelOf, say } from '@parley/test-support/talk.ts';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '../../engine/db/sql.ts';

let server: TestServer;
let receiver: Receiver;
let owner: TestUser;
let ada: TestUser;
let general: number;

beforeAll(async () => {
  receiver = await startReceiver();
  server = await startTestServer((config) => ({ ...config, outboundNetworks: ['127.0.0.1'] }));
  owner = await server.user({ role: roles.owner });
});
afterAll(async () => {
  await server.stop();
  await receiver.stop();
});
beforeEach(async () => {
  receiver.reset();
  ada = await server.user();
  general = await channelOf(server, `room ${ada.id}`, [ada]);
});

type Delivered = {
  readonly type: string;
  readonly data: { readonly id: number; message?: { content: string } };
};

function bodyOf(call: ReceivedCall | undefined): Delivered {
  return JSON.parse(call?.body ?? '{}') as Delivered;
}

function contents(path: string): (string | undefined)[] {
  return receiver.calls
    .filter((call) => call.path === path)
    .map((call) => bodyOf(call).data.message?.content);
}

async function subscribeTo(
  path: string,
  more: Omit<ArgumentsOf<typeof createEventSubscription>, 'url'> = {},
  user = ada,
) {
  return user.connection.call(createEventSubscription, {
    url: `${receiver.url}${path}`,
    event_types: ['message'],
    ...more,
  });
}

/** Ends pauses between attempts, as passing time would; leases, which are longer, go on. */
async function makeDue(): Promise<void> {
  await server.server.world.pool.all(
    sql`update log_reader set due_at = now()
      where due_at > now() and due_at < now() + interval '50 seconds'`,
  );
}

async function stateOf(id: number, user = ada) {
  const { event_subscriptions } = await user.connection.call(getEventSubscriptions);
  return event_subscriptions.find((one) => one.id === id);
}

function verify(secret: string, call: ReceivedCall | undefined): unknown {
  return new Webhook(secret).verify(call?.body ?? '', call?.headers as Record<string, string>);
}

test('events arrive signed, in order, with the ids of the queue', async () => {
  const { secret } = await subscribeTo('/order');
  const { queue_id, last_event_id } = await ada.connection.call(registerQueue, { event_types: ['message'] });
  for (const text of ['one', 'two', 'three']) await say(ada, general, 'topic', text);
  await eventually(() => expect(contents('/order')).toEqual(['one', 'two', 'three']));
  const { events } = await ada.connection.call(getEvents, { queue_id, last_event_id, dont_block: true });
  expect(receiver.calls.map((call) => bodyOf(call).data.id)).toEqual(events.map(({ id }) => id));
  for (const call of receiver.calls) {
    expect(call.headers['webhook-id']).toBe(String(bodyOf(call).data.id));
    expect(verify(secret, call)).toEqual(bodyOf(call));
  }
  const tampered = {
    path: '',
    body: `${receiver.calls[0]?.body} `,
    headers: receiver.calls[0]?.headers ?? {},
  };
  expect(() => verify(secret, tampered)).toThrow(WebhookVerificationError);
});

test('only events that a queue of the owner would receive are delivered', async () => {
  const grace = await server.user();
  const shared = await channelOf(server, `shared ${ada.id}`, [ada, grace]);
  await subscribeTo('/grace', {}, grace);
  const { id: listener } = await subscribeTo('/listener', { all_public_streams: true }, grace);
  await say(ada, general, 'topic', 'not for Grace');
  await say(ada, shared, 'topic', 'for Grace');
  await grace.connection.call(unsubscribe, { subscriptions: [`shared ${ada.id}`] });
  await say(ada, shared, 'topic', 'after Grace left');
  await ada.connection.call(sendMessage, { type: 'direct', to: [grace.id], content: 'to Grace' });
  await ada.connection.call(sendMessage, { type: 'direct', to: [owner.id], content: 'to the owner' });
  await eventually(() => expect(contents('/grace')).toEqual(['for Grace', 'to Grace']));
  await eventually(() =>
    expect(contents('/listener')).toEqual(['not for Grace', 'for Grace', 'after Grace left', 'to Grace']),
  );
  // It would receive the messages of the other tests too.
  await grace.connection.call(deleteEventSubscription, { subscription_id: listener });
});

test('types and narrow select events; an update carries flags', async () => {
  await subscribeTo('/narrow', { narrow: [['topic', 'this']] });
  await subscribeTo('/updates', { event_types: ['update_message'] });
  await say(ada, general, 'that', 'no');
  const id = await say(ada, general, 'this', 'yes');
  await ada.connection.call(updateMessage, { message_id: id, content: 'yes!' });
  await eventually(() => {
    expect(contents('/narrow')).toEqual(['yes']);
    const [update] = receiver.calls.filter(({ path }) => path === '/updates');
    expect(bodyOf(update)).toMatchObject({
      type: 'update_message',
      data: { message_id: id, content: 'yes!' },
    });
  });
  await expect(subscribeTo('/bad', { narrow: [['is', 'followed']] })).rejects.toMatchObject({ status: 400 });
});

test('a failed event is repeated with the same id and body before any later one', async () => {
  receiver.respondWith((_call, n) => (n < 3 ? { status: 503, body: 'later' } : {}));
  const { id } = await subscribeTo('/flaky');
  await say(ada, general, 'topic', 'first');
  await say(ada, general, 'topic', 'second');
  await eventually(async () => expect((await stateOf(id))?.state).toBe('failing'));
  expect(await stateOf(id)).toMatchObject({ error: 'The response has status 503.' });
  await makeDue();
  await eventually(() => expect(receiver.calls.length).toBe(2));
  await eventually(async () => {
    await makeDue();
    expect(contents('/flaky')).toEqual(['first', 'first', 'first', 'second']);
  });
  expect(new Set(receiver.calls.slice(0, 3).map(({ body }) => body)).size).toBe(1);
  const { deliveries } = await ada.connection.call(getEventDeliveries, { subscription_id: id });
  expect(deliveries.map(({ status }) => status)).toEqual([200, 200, 503, 503]);
  expect(deliveries[2]).toMatchObject({ response: 'later', request: receiver.calls[1]?.body });
  expect((await stateOf(id))?.state).toBe('running');
});

test('after a day of failures the subscription is paused and its owner told; resumed, it misses nothing', async () => {
  receiver.respondWith(() => ({ broken: 'cut' }));
  const { id } = await subscribeTo('/down');
  await say(ada, general, 'topic', 'while down');
  await eventually(async () => expect((await stateOf(id))?.state).toBe('failing'));
  await server.server.world.pool.all(
    sql`update log_reader set failing_since = now() - interval '25 hours', due_at = now()
      where kind = 'subscription' and id = ${id}`,
  );
  await eventually(async () => expect((await stateOf(id))?.state).toBe('paused'));
  const { messages } = await ada.connection.call(getMessages, {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    narrow: [{ operator: 'is', operand: 'dm' }],
  });
  expect(messages[0]?.content).toContain(`Event subscription ${id} is paused`);
  receiver.reset();
  await say(ada, general, 'topic', 'while paused');
  await ada.connection.call(updateEventSubscription, { subscription_id: id, paused: false });
  await eventually(() =>
    expect(contents('/down').filter((text) => text?.startsWith('while'))).toEqual([
      'while down',
      'while paused',
    ]),
  );
});

test('a replay delivers events again with the same ids', async () => {
  const { id } = await subscribeTo('/replay');
  const before = await stateOf(id);
  await say(ada, general, 'topic', 'a');
  await say(ada, general, 'topic', 'b');
  await eventually(() => expect(contents('/replay')).toEqual(['a', 'b']));
  await ada.connection.call(replayEventSubscription, {
    subscription_id: id,
    last_event_id: before?.last_event_id ?? 0,
  });
  await eventually(() => expect(contents('/replay')).toEqual(['a', 'b', 'a', 'b']));
  const ids = receiver.calls.map((call) => bodyOf(call).data.id);
  expect(ids.slice(0, 2)).toEqual(ids.slice(2));
});

test('after a rotation both secrets are valid, and the older one ends', async () => {
  const { id, secret: first } = await subscribeTo('/rotate');
  const rotate = async () =>
    (await ada.connection.call(rotateEventSubscriptionSecret, { subscription_id: id })).secret;
  const second = await rotate();
  await say(ada, general, 'topic', 'both');
  await eventually(() => expect(receiver.calls.length).toBe(1));
  for (const secret of [first, second]) expect(() => verify(secret, receiver.calls[0])).not.toThrow();
  const third = await rotate();
  await say(ada, general, 'topic', 'newer');
  await eventually(() => expect(receiver.calls.length).toBe(2));
  for (const secret of [second, third]) expect(() => verify(secret, receiver.calls[1])).not.toThrow();
  expect(() => verify(first, receiver.calls[1])).toThrow(WebhookVerificationError);
  await server.server.world.pool.all(
    sql`update event_subscription_secret set expires_at = now() where expires_at is not null`,
  );
  await say(ada, general, 'topic', 'newest');
  await eventually(() => expect(receiver.calls.length).toBe(3));
  expect(() => verify(second, receiver.calls[2])).toThrow(WebhookVerificationError);
});

test('a subscription of another user does not exist, and a user has only so many', async () => {
  const { id } = await subscribeTo('/own');
  const missing = { status: 404 };
  const grace = await server.user();
  const { connection } = grace;
  await expect(connection.call(deleteEventSubscription, { subscription_id: id })).rejects.toMatchObject(
    missing,
  );
  await expect(connection.call(getEventDeliveries, { subscription_id: id })).rejects.toMatchObject(missing);
  await expect(
    connection.call(updateEventSubscription, { subscription_id: id, paused: true }),
  ).rejects.toMatchObject(missing);
  await expect(connection.call(rotateEventSubscriptionSecret, { subscription_id: id })).rejects.toMatchObject(
    missing,
  );
  const guest = await server.user({ role: roles.guest });
  await expect(subscribeTo('/guest', { all_public_streams: true }, guest)).rejects.toMatchObject({
    status: 400,
  });
  for (let n = 0; n < limits.eventSubscriptionsPerUser; n += 1) await subscribeTo('/many', {}, grace);
  await expect(subscribeTo('/many', {}, grace)).rejects.toMatchObject({ status: 400 });
  await ada.connection.call(deleteEventSubscription, { subscription_id: id });
  expect(await stateOf(id)).toBeUndefined();
});

test('a private address is refused, and the delivery says so', async () => {
  const { id } = await ada.connection.call(createEventSubscription, {
    url: 'http://169.254.169.254/latest',
    event_types: ['message'],
  });
  await say(ada, general, 'topic', 'hello');
  await eventually(async () =>
    expect(await stateOf(id)).toMatchObject({
      state: 'failing',
      error: 'The address of 169.254.169.254 is not in a public network.',
    }),
  );
  for (const url of ['ftp://example.com', 'http://a:b@example.com', 'nonsense'])
    await expect(ada.connection.call(createEventSubscription, { url })).rejects.toMatchObject({
      status: 400,
    });
});

test('the newest 100 deliveries are kept', async () => {
  const { id } = await subscribeTo('/many-events');
  await Promise.all(Array.from({ length: 102 }, (_, n) => say(ada, general, 'topic', `text ${n}`)));
  await say(ada, general, 'topic', 'text 102');
  await eventually(() => expect(contents('/many-events').length).toBe(103));
  await eventually(async () => {
    const { deliveries } = await ada.connection.call(getEventDeliveries, { subscription_id: id });
    expect(deliveries.length).toBe(100);
    expect(deliveries[0]?.request).toContain('text 102');
  });
  const rows = await server.server.world.pool.all(
    sql`select id from event_delivery where subscription_id = ${id}`,
  );
  expect(rows.length).toBe(100);
});
