// oxlint-disable-next-line import/no-unassigned-import -- the wrapper of IndexedDB looks for its classes
import 'fake-indexeddb/auto';
import { createClient, type Client, type State } from '@parley/client';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '@parley/test-support/eventually.ts';
import type { Chat, MessageWindow } from '../chat.ts';
import { browserClock } from '../clock.ts';
import { createChat } from '../create-chat.ts';
import type { Narrow } from '../narrow/narrow.ts';
import type { KeeperEnvironment } from './environment.ts';
import { startKeeper } from './keeper.ts';
import { lastingData } from '../../../test/lasting-data.ts';

let server: TestServer;
let ada: TestUser;
let ben: TestUser;
let channelId: number;
/** Paths of the requests of the page, in order. */
let requests: string[] = [];

/** The last registration of the page, as the server sent it. */
let registered: Partial<State> = {};

const counting: typeof fetch = async (input, init) => {
  const { pathname } = new URL(input instanceof Request ? input.url : input);
  const path = pathname.replace(/^\/(?:api\/v1|json)/, '');
  requests.push(path);
  const response = await fetch(input, init);
  if (path === '/register') registered = (await response.clone().json()) as State;
  return response;
};

/** A browser of Ada with a disk, and one tab at a time. */
const environment = (): KeeperEnvironment => ({
  clock: browserClock,
  indexedDB,
  locks: navigator.locks,
  openChannel: () => ({ post: () => undefined, listen: () => undefined, close: () => undefined }),
  onHide: () => () => undefined,
  onNetwork: () => () => undefined,
});

function clientOf({ email, apiKey }: TestUser, more: { fetch?: typeof fetch } = {}): Client {
  return createClient({ url: server.url, email, apiKey, ...more });
}

/** Opens the page and does not wait for the server. */
async function openPage(): Promise<Chat> {
  const client = clientOf(ada, { fetch: counting });
  const keeper = await startKeeper({ client, userId: ada.id, environment: environment() });
  const chat = await createChat(client, { source: keeper.source, persistence: keeper.persistence });
  keeper.keep(chat.stored);
  return chat;
}

async function untilLive(chat: Chat): Promise<void> {
  await until(() => chat.link.get().status === 'live');
}

function watch(chat: Chat, narrow: Narrow): MessageWindow {
  const window = chat.openWindow(narrow, { kind: 'first-unread' });
  window.view.subscribe(() => undefined);
  return window;
}

async function post(topic: string, content: string): Promise<number> {
  const { id } = await clientOf(ben).sendMessage({ type: 'channel', to: channelId, topic, content });
  return id;
}

const topic = (name: string): Narrow => ({ kind: 'topic', channelId, topic: name });
const pagesOf = (paths: readonly string[]): string[] => paths.filter((path) => path === '/messages');

beforeAll(async () => {
  server = await startTestServer();
  [ada, ben] = [await server.user({ fullName: 'Ada' }), await server.user({ fullName: 'Ben' })];
  for (const user of [ada, ben]) await clientOf(user).subscribe({ subscriptions: [{ name: 'lab' }] });
  const { subscriptions } = await clientOf(ada).getSubscriptions();
  channelId = subscriptions.find(({ name }) => name === 'lab')?.stream_id ?? 0;
});
afterAll(() => server.stop());

test('a stored conversation opens again without a request for messages', async () => {
  const ids: number[] = [];
  for (let n = 0; n < 3; n += 1) ids.push(await post('plans', `before ${n}`));
  const places: readonly Narrow[] = [
    topic('plans'),
    { kind: 'channel', channelId },
    { kind: 'all' },
    { kind: 'mentions' },
  ];
  const first = await openPage();
  await untilLive(first);
  const windows = places.map((narrow) => watch(first, narrow));
  await until(() => windows.every(({ view }) => view.get().loading === 'none'));
  expect(pagesOf(requests)).toHaveLength(places.length);
  await first.close();
  requests = [];
  const second = await openPage();
  const opened = places.map((narrow) => watch(second, narrow));
  await untilLive(second);
  await until(() => opened.every(({ view }) => view.get().moves > 0));
  expect(opened.map(({ view }) => view.get().anchorId)).toEqual([ids[0], ids[0], ids[0], undefined]);
  expect(opened[0]?.view.get()).toMatchObject({ ids, firstUnreadId: ids[0], loading: 'none' });
  expect(pagesOf(requests)).toEqual([]);
  await second.close();
});

test('a conversation without unread messages goes to those that came while the page was closed', async () => {
  await post('notes', 'seen');
  const first = await openPage();
  await untilLive(first);
  const seen = watch(first, topic('notes'));
  await until(() => seen.view.get().ids.length === 1);
  first.actions.markRead(seen.view.get().ids);
  await first.flush();
  await until(() => !first.unread.get().byKey.has(`topic:${channelId}:notes`));
  await first.close();
  const missed = [await post('notes', 'one'), await post('notes', 'two')];
  requests = [];
  const second = await openPage();
  const { view } = watch(second, topic('notes'));
  await untilLive(second);
  expect(view.get()).toMatchObject({ anchorId: missed[0], firstUnreadId: missed[0] });
  expect(view.get().ids).toHaveLength(3);
  expect(pagesOf(requests)).toEqual([]);
  await second.close();
});

test('a page whose queue is gone keeps its users and gets those who changed', async () => {
  const eve = await server.user({ fullName: 'Eve' });
  const first = await openPage();
  await untilLive(first);
  const { queue_id: queueId } = first.state.get();
  await first.close();
  await clientOf(ada).deleteQueue({ queue_id: queueId });
  await clientOf(eve).updateSettings({ full_name: 'Eve the Second' });
  const second = await openPage();
  await untilLive(second);
  await until(() => second.state.get().queue_id !== queueId);
  expect(registered.realm_users).toMatchObject([{ user_id: eve.id, full_name: 'Eve the Second' }]);
  const fresh = await createChat(clientOf(ada));
  expect(second.state.get().realm_users).toEqual(fresh.state.get().realm_users);
  expect(lastingData(second)).toEqual(lastingData(fresh));
  await fresh.close();
  await second.close();
});

test('a user who joins a channel again sees what is unread there, and keeps the users', async () => {
  const page = await openPage();
  await untilLive(page);
  const unread = [await post('return', 'one'), await post('return', 'two')];
  const found = (): unknown => page.unread.get().byKey.get(`topic:${channelId}:return`)?.ids;
  await until(() => String(found()) === String(unread));
  await clientOf(ada).unsubscribe({ subscriptions: ['lab'] });
  await until(() => found() === undefined);
  await clientOf(ada).subscribe({ subscriptions: [{ name: 'lab' }] });
  await until(() => String(found()) === String(unread));
  expect(registered.realm_users).toEqual([]);
  const fresh = await createChat(clientOf(ada));
  expect(lastingData(page)).toEqual(lastingData(fresh));
  await fresh.close();
  await page.close();
});
