import { createClient, type Client, type Message, type NarrowTerm, type State } from '@parley/client';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { term } from '@parley/test-support/find-messages.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { judge } from './judge.ts';
import { narrowTerms } from './terms.ts';
import type { Narrow } from './narrow.ts';
import { registration } from '../keeper/registration.ts';

let server: TestServer;
let ada: TestUser;
let ben: TestUser;
let cleo: TestUser;
let client: Client;
let state: State;
let messages: readonly Message[];
let lab = 0;
let hall = 0;

function clientOf({ email, apiKey }: TestUser): Client {
  return createClient({ url: server.url, email, apiKey });
}

async function post(user: TestUser, to: number, topic: string, content: string): Promise<number> {
  return (await clientOf(user).sendMessage({ type: 'channel', to, topic, content })).id;
}

async function matching(narrow: readonly NarrowTerm[]): Promise<readonly Message[]> {
  const found = await client.getMessages({
    anchor: 'newest',
    num_before: 1000,
    narrow: [...narrow],
    allow_empty_topic_name: true,
    apply_markdown: true,
  });
  return found.messages;
}

beforeAll(async () => {
  server = await startTestServer();
  [ada, ben, cleo] = [await server.user(), await server.user(), await server.user()];
  client = clientOf(ada);
  for (const user of [ada, ben, cleo])
    await clientOf(user).subscribe({ subscriptions: [{ name: 'lab' }, { name: 'hall' }] });
  const { subscriptions } = await client.getSubscriptions();
  const idOf = (name: string): number => subscriptions.find((one) => one.name === name)?.stream_id ?? 0;
  [lab, hall] = [idOf('lab'), idOf('hall')];
  await client.addAlertWords({ alert_words: ['fire'] });
  const plain = await post(ada, lab, 'Plans', 'hello');
  await post(ben, lab, 'plans', `@**|${ada.id}** look`);
  await post(ben, lab, 'STRASSE', 'wide');
  await post(ben, lab, 'Ärger', 'there is fire');
  await post(ben, hall, '', '@**all** look');
  await post(ben, hall, '✔ done', 'finished');
  await post(cleo, hall, 'loud', 'noise');
  for (const to of [[ben.id], [ben.id, cleo.id], [ada.id]])
    await client.sendMessage({ type: 'direct', to, content: 'psst' });
  await clientOf(ben).sendMessage({ type: 'direct', to: [ada.id], content: 'what' });
  await client.updateMessageFlags({ op: 'add', flag: 'starred', messages: [plain] });
  await clientOf(ben).addReaction({ message_id: plain, emoji_name: 'heart' });
  await client.updateSubscriptionSettings({
    subscription_data: [{ stream_id: hall, property: 'is_muted', value: true }],
  });
  await client.updateUserTopic({ stream_id: hall, topic: 'LOUD', visibility_policy: 3 });
  await client.updateUserTopic({ stream_id: lab, topic: 'ärger', visibility_policy: 1 });
  state = await client.registerQueue(registration);
  messages = await matching([]);
});
afterAll(() => server.stop());

const NARROWS: readonly (() => Narrow)[] = [
  () => ({ kind: 'topic', channelId: lab, topic: 'PLANS' }),
  () => ({ kind: 'topic', channelId: lab, topic: 'äRGER' }),
  () => ({ kind: 'topic', channelId: hall, topic: '' }),
  () => ({ kind: 'channel', channelId: hall }),
  () => ({ kind: 'direct', userIds: [ben.id] }),
  () => ({ kind: 'direct', userIds: [ben.id, cleo.id].toSorted((a, b) => a - b) }),
  () => ({ kind: 'direct', userIds: [] }),
  () => ({ kind: 'all' }),
  () => ({ kind: 'mentions' }),
  () => ({ kind: 'starred' }),
  () => ({ kind: 'reactions' }),
];

const SEARCHES: readonly (() => NarrowTerm[])[] = [
  ...['dm', 'private', 'unread', 'starred', 'mentioned', 'alerted', 'resolved', 'followed', 'muted'].flatMap(
    (what) => [() => [term('is', what)], () => [term('-is', what)]],
  ),
  () => [term('channel', lab)],
  () => [term('-channel', lab)],
  () => [term('stream', hall), term('topic', 'general chat')],
  () => [term('-topic', 'plans')],
  () => [term('sender', ben.id), term('is', 'dm')],
  () => [term('-sender', ben.id)],
  () => [term('has', 'reaction')],
  () => [term('-has', 'reaction'), term('channel', lab)],
  ...['before', 'after'].flatMap((operator) => [
    () => [term(operator, new Date((messages[5]?.timestamp ?? 0) * 1000).toISOString())],
    () => [term(`-${operator}`, '2026-01-01')],
  ]),
];

/** Judgments of the client and of the server on every message. */
async function verdictsOn(narrow: Narrow): Promise<[client: (boolean | undefined)[], server: boolean[]]> {
  const found = new Set((await matching(narrowTerms(narrow, ada.id))).map(({ id }) => id));
  return [messages.map((message) => judge(narrow, message, state)), messages.map(({ id }) => found.has(id))];
}

test.each([...NARROWS.entries()])('narrow %i selects what the server selects', async (_, narrow) => {
  const [own, truth] = await verdictsOn(narrow());
  expect(own).toEqual(truth);
});

test.each([...SEARCHES.entries()])('search %i selects what the server selects', async (_, terms) => {
  const [own, truth] = await verdictsOn({ kind: 'search', terms: terms() });
  expect(own).toEqual(truth);
});

test('words are left to the server', () => {
  const [message] = messages;
  const words: Narrow = { kind: 'search', terms: [term('search', 'hello')] };
  expect(judge(words, message as Message, state)).toBeUndefined();
  const impossible: Narrow = { kind: 'search', terms: [term('search', 'hello'), term('id', '1')] };
  expect(judge(impossible, message as Message, state)).toBe(false);
});
