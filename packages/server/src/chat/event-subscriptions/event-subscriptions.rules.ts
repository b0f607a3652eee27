import { setTimeout as pause } from 'node:timers/promises';
import type { ReceivedCall, Receiver } from '@parley/test-support/receiver.ts';
import { Webhook } from 'standardwebhooks';
import { room } from '@parley/rules/steps/channels.ts';
import { eventually } from '@parley/rules/eventually.ts';
import {
  holds,
  items,
  lacking,
  missing,
  numberAt,
  plain,
  refused,
  same,
  success,
  textAt,
  type Item,
} from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import type { World } from '@parley/rules/world.ts';
import { sent } from '@parley/rules/steps/sending.ts';

const LIST = 'get-event-subscriptions';
const CREATE = 'create-event-subscription';
const UPDATE = 'update-event-subscription';
const DELETE = 'delete-event-subscription';
const DELIVERIES = 'get-event-deliveries';
const REPLAY = 'replay-event-subscription';
const ROTATE = 'rotate-event-subscription-secret';
const PATH = '/event_subscriptions';
const URL_ELSEWHERE = 'https://example.com/events';

type Subscribed = { readonly id: number; readonly secret: string };

async function create(w: World, as: User, form: Item = {}): Promise<Subscribed> {
  const wanted = { url: URL_ELSEWHERE, event_types: ['message'], ...form };
  const made = success(await w.ask('POST', PATH, { as, form: wanted }));
  const id = numberAt(made, 'id');
  w.later(() => w.ask('DELETE', `${PATH}/${id}`, { as }));
  return { id, secret: textAt(made, 'secret') };
}

async function list(w: World, as: User): Promise<readonly Item[]> {
  return items(success(await w.ask('GET', PATH, { as })), 'event_subscriptions');
}

async function shown(w: World, as: User, id: number): Promise<Item> {
  return (await list(w, as)).find((one) => one['id'] === id) ?? {};
}

function update(w: World, as: User, id: number, form: Item) {
  return w.ask('PATCH', `${PATH}/${id}`, { as, form });
}

function toSelf(w: World, as: User, content: string): Promise<number> {
  return sent(w, as, { type: 'direct', to: [as.id], content });
}

function received(receiver: Receiver, count: number): Promise<readonly ReceivedCall[]> {
  return eventually(`${count} deliveries`, () =>
    receiver.calls.length >= count ? receiver.calls : undefined,
  );
}

function texts(calls: readonly ReceivedCall[]): unknown[] {
  return calls.map(({ body }) => (JSON.parse(body) as { data: { message: Item } }).data.message['content']);
}

/** Compares signatures without judging the time, because other rules move the clock of the server. */
function isSignedBy(secret: string, call: ReceivedCall | undefined): boolean {
  const {
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': signatures,
  } = call?.headers ?? {};
  const expected = new Webhook(secret).sign(String(id), new Date(Number(seconds) * 1000), call?.body ?? '');
  return String(signatures).split(' ').includes(expected);
}

export const eventSubscriptionRules: readonly Rule[] = [
  rule('ES-1', LIST, 'A new user has no event subscriptions.', async (w) => {
    same(await list(w, await w.user()), [], 'the subscriptions');
  }),
  rule(
    'ES-2',
    CREATE,
    'A subscription is listed with its options, and its secret is shown once.',
    async (w) => {
      const as = await w.user();
      const { id, secret } = await create(w, as, { narrow: [['topic', 'x']], apply_markdown: true });
      holds(secret.startsWith('whsec_'), 'a secret that starts with whsec_', secret);
      const { url, event_types, narrow, apply_markdown, state, error } = await shown(w, as, id);
      same(
        [url, event_types, narrow, apply_markdown, state, error],
        [URL_ELSEWHERE, ['message'], [['topic', 'x']], true, 'running', null],
        'the options',
      );
      holds(!JSON.stringify(await list(w, as)).includes(secret), 'no secret in the list', 'the secret');
    },
  ),
  rule('ES-3', CREATE, 'A URL is required, with http or https and without a password.', async (w) => {
    const as = await w.user();
    lacking(await w.ask('POST', PATH, { as }), 'url');
    for (const url of ['nonsense', 'ftp://example.com/', 'https://a:b@example.com/'])
      refused(await w.ask('POST', PATH, { as, form: { url } }));
  }),
  rule('ES-4', CREATE, 'An operator that queues do not support is refused in the narrow.', async (w) => {
    const form = { url: URL_ELSEWHERE, narrow: [['is', 'followed']] };
    refused(await w.ask('POST', PATH, { as: await w.user(), form }));
  }),
  rule('ES-5', CREATE, 'Guests cannot subscribe to the messages of all public channels.', async (w) => {
    const as = await w.user({ role: 600 });
    const form = { url: URL_ELSEWHERE, all_public_streams: true };
    refused(await w.ask('POST', PATH, { as, form }));
    await create(w, as);
  }),
  rule('ES-6', CREATE, 'A user can have at most 20 event subscriptions.', async (w) => {
    const as = await w.user();
    for (let n = 0; n < 20; n += 1) await create(w, as);
    refused(await w.ask('POST', PATH, { as, form: { url: URL_ELSEWHERE } }));
  }),
  rule('ES-7', CREATE, 'Events arrive in order, signed as Standard Webhooks say.', async (w) => {
    const [as, receiver] = [await w.user(), await w.own().receiver()];
    const { secret } = await create(w, as, { url: receiver.url });
    for (const content of ['one', 'two', 'three']) await toSelf(w, as, content);
    const calls = await received(receiver, 3);
    same(texts(calls), ['one', 'two', 'three'], 'the texts');
    same(
      calls.map((call) => isSignedBy(secret, call)),
      [true, true, true],
      'valid signatures',
    );
  }),
  rule(
    'ES-8',
    CREATE,
    'The header `webhook-id` is the id of the event in queues of the owner.',
    async (w) => {
      const [as, receiver] = [await w.user(), await w.own().receiver()];
      await create(w, as, { url: receiver.url });
      const queue = await w.listen(as, { event_types: ['message'] });
      await toSelf(w, as, 'hello');
      const [call] = await received(receiver, 1);
      const [event] = await queue.events();
      same(call?.headers['webhook-id'], String(event?.['id']), 'the id');
    },
  ),
  rule('ES-9', CREATE, 'Messages that the owner does not receive are not delivered.', async (w) => {
    const [as, other, receiver] = [await w.user(), await w.user(), await w.own().receiver()];
    await create(w, as, { url: receiver.url });
    const { id: to } = await room(w, other, { invite_only: true });
    await sent(w, other, { type: 'channel', to, topic: 'x', content: 'a secret' });
    await toSelf(w, other, 'another secret');
    await toSelf(w, as, 'mine');
    same(texts(await received(receiver, 1)), ['mine'], 'the texts');
  }),
  rule(
    'ES-10',
    CREATE,
    'A private address is not called; the subscription is failing and says why.',
    async (w) => {
      const as = await w.user();
      const { id } = await create(w, as, { url: 'http://10.0.0.1/' });
      await toSelf(w, as, 'hello');
      const { error, since } = await eventually('a failing subscription', async () => {
        const now = await shown(w, as, id);
        return now['state'] === 'failing' ? now : undefined;
      });
      same([typeof error, typeof since], ['string', 'number'], 'error and since');
    },
  ),
  rule(
    'ES-11',
    UPDATE,
    'A paused subscription delivers nothing, and misses nothing when it is resumed.',
    async (w) => {
      const [as, receiver] = [await w.user(), await w.own().receiver()];
      const { id } = await create(w, as, { url: receiver.url });
      plain(await update(w, as, id, { paused: true }));
      same((await shown(w, as, id))['state'], 'paused', 'the state');
      await toSelf(w, as, 'while paused');
      await pause(1_500);
      same(receiver.calls.length, 0, 'deliveries while paused');
      plain(await update(w, as, id, { paused: false }));
      same(texts(await received(receiver, 1)), ['while paused'], 'the texts');
    },
  ),
  rule('ES-12', UPDATE, 'URL, types and narrow can be changed, and the rest stays.', async (w) => {
    const as = await w.user();
    const { id } = await create(w, as);
    const form = { url: 'https://example.org/', event_types: ['reaction'], narrow: [['topic', 'y']] };
    plain(await update(w, as, id, form));
    const { url, event_types, narrow, state } = await shown(w, as, id);
    same([url, event_types, narrow, state], [...Object.values(form), 'running'], 'the subscription');
    plain(await update(w, as, id, {}));
    refused(await update(w, as, id, { url: 'nonsense' }));
  }),
  rule('ES-13', UPDATE, 'A subscription of another user does not exist.', async (w) => {
    const { id } = await create(w, await w.user());
    missing(await update(w, await w.owner(), id, { paused: true }));
  }),
  rule('ES-14', DELETE, 'A deleted subscription is gone.', async (w) => {
    const as = await w.user();
    const { id } = await create(w, as);
    plain(await w.ask('DELETE', `${PATH}/${id}`, { as }));
    same(await list(w, as), [], 'the subscriptions');
    missing(await w.ask('DELETE', `${PATH}/${id}`, { as }));
  }),
  rule('ES-15', DELETE, 'A user cannot delete the subscription of another.', async (w) => {
    const as = await w.user();
    const { id } = await create(w, as);
    missing(await w.ask('DELETE', `${PATH}/${id}`, { as: await w.owner() }));
    same((await list(w, as)).length, 1, 'subscriptions');
  }),
  rule('ES-16', DELIVERIES, 'Deliveries are listed newest first, with request and response.', async (w) => {
    const [as, receiver] = [await w.user(), await w.own().receiver()];
    receiver.respondWith(() => ({ body: 'thanks' }));
    const { id } = await create(w, as, { url: receiver.url });
    await toSelf(w, as, 'one');
    await toSelf(w, as, 'two');
    const calls = await received(receiver, 2);
    await pause(500);
    const found = items(success(await w.ask('GET', `${PATH}/${id}/deliveries`, { as })), 'deliveries');
    same(
      found.map(({ request, status, response, error }) => [request, status, response, error]),
      calls.toReversed().map(({ body }) => [body, 200, 'thanks', null]),
      'the deliveries',
    );
  }),
  rule('ES-17', DELIVERIES, 'A failed delivery has its status and an error.', async (w) => {
    const [as, receiver] = [await w.user(), await w.own().receiver()];
    receiver.respondWith((_call, n) => (n === 1 ? { status: 500, body: 'oh' } : {}));
    const { id } = await create(w, as, { url: receiver.url });
    await toSelf(w, as, 'one');
    await received(receiver, 2);
    const found = items(success(await w.ask('GET', `${PATH}/${id}/deliveries`, { as })), 'deliveries');
    const { status, response, error } = found.at(-1) ?? {};
    same([status, response, typeof error], [500, 'oh', 'string'], 'status, response and kind of error');
  }),
  rule('ES-18', DELIVERIES, 'Deliveries of another user do not exist.', async (w) => {
    const { id } = await create(w, await w.user());
    missing(await w.ask('GET', `${PATH}/${id}/deliveries`, { as: await w.owner() }));
  }),
  rule('ES-23', DELIVERIES, 'Deliveries of a deleted message have no request and no response.', async (w) => {
    const [as, receiver] = [await w.user(), await w.own().receiver()];
    receiver.respondWith(({ body }) => ({ body }));
    const { id } = await create(w, as, { url: receiver.url });
    const owner = await w.owner();
    const message = await sent(w, as, { type: 'direct', to: [owner.id], content: 'a secret' });
    await toSelf(w, as, 'no text of it');
    await received(receiver, 2);
    await pause(500);
    success(await w.ask('DELETE', `/messages/${message}`, { as: owner }));
    const listed = success(await w.ask('GET', `${PATH}/${id}/deliveries`, { as }));
    same(
      items(listed, 'deliveries').map(({ request, response, status }) => [
        request === '',
        response === null,
        status,
      ]),
      [
        [false, false, 200],
        [true, true, 200],
      ],
      'whether requests and responses are empty, and the status',
    );
    holds(!listed.text.includes('a secret'), 'no text of the deleted message', listed.text);
  }),
  rule('ES-19', REPLAY, 'A replay delivers events again with the same ids and bodies.', async (w) => {
    const [as, receiver] = [await w.user(), await w.own().receiver()];
    const { id } = await create(w, as, { url: receiver.url });
    const { last_event_id } = await shown(w, as, id);
    await toSelf(w, as, 'again');
    await received(receiver, 1);
    await pause(500);
    plain(await w.ask('POST', `${PATH}/${id}/replay`, { as, form: { last_event_id } }));
    const [first, second] = await received(receiver, 2);
    same([second?.headers['webhook-id'], second?.body], [first?.headers['webhook-id'], first?.body], 'both');
  }),
  rule('ES-20', REPLAY, 'The event after which to start is required; others cannot replay.', async (w) => {
    const as = await w.user();
    const { id } = await create(w, as);
    lacking(await w.ask('POST', `${PATH}/${id}/replay`, { as }), 'last_event_id');
    const form = { last_event_id: 0 };
    missing(await w.ask('POST', `${PATH}/${id}/replay`, { as: await w.owner(), form }));
  }),
  rule('ES-21', ROTATE, 'After a rotation requests are signed with both secrets.', async (w) => {
    const [as, receiver] = [await w.user(), await w.own().receiver()];
    const { id, secret } = await create(w, as, { url: receiver.url });
    const rotated = textAt(success(await w.ask('POST', `${PATH}/${id}/secret`, { as })), 'secret');
    await toSelf(w, as, 'hello');
    const [call] = await received(receiver, 1);
    same([isSignedBy(secret, call), isSignedBy(rotated, call)], [true, true], 'valid signatures');
  }),
  rule('ES-22', ROTATE, 'Users cannot rotate the secret of another.', async (w) => {
    const { id } = await create(w, await w.user());
    missing(await w.ask('POST', `${PATH}/${id}/secret`, { as: await w.owner() }));
  }),
];
