import type { ArgumentsOf } from '@parley/contract/endpoint.ts';
import {
  createEventSubscription,
  getEventDeliveries,
  getEventSubscriptions,
  rotateEventSubscriptionSecret,
  updateEventSubscription,
} from '@parley/contract/endpoints/event-subscriptions.ts';
import { getMessages } from '@parley/contract/endpoints/message-search.ts';
import { updateMessage } from '@parley/contract/endpoints/messages.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { eventually } from '@parley/test-support/eventually.ts';
import { startReceiver, type Receiver, type ReceivedCall } from '@parley/test-support/receiver.ts';
import { channelOf, say } from '@parley/test-support/talk.ts';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '../../engine/db/sql.ts';

let server: TestServer;
let receiver: Receiver;
let ada: TestUser;
let general: number;

beforeAll(async () => {
  receiver = await startReceiver();
  server = await startTestServer((config) => ({ ...config, outboundNetworks: ['127.0.0.1'] }));
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
  // The receiver has a call before its delivery is noted.
  await eventually(async () => {
    const { deliveries } = await ada.connection.call(getEventDeliveries, { subscription_id: id });
    expect(deliveries.map(({ status }) => status)).toEqual([200, 200, 503, 503]);
    expect(deliveries[2]).toMatchObject({ response: 'later', request: receiver.calls[1]?.body });
  });
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
