import { once } from 'node:events';
import {
  browserWith,
  cookieOf,
  logIn,
  openBrowser,
  OWN_PAGE,
  userWithPassword,
  type TestBrowser,
} from '@parley/test-support/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { deactivateUser, regenerateApiKey } from '@parley/contract/endpoints/users.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startServer, type RunningServer } from '../../app/start.ts';

let first: TestServer;
let second: RunningServer;
let ada: TestUser;
let browser: TestBrowser;
let other: TestBrowser;

beforeAll(async () => {
  first = await startTestServer();
  second = await startServer(first.server.world.config);
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});
beforeEach(async () => {
  ada = await userWithPassword(first);
  browser = await openBrowser(first, ada);
  other = await openBrowser(first, ada);
});

type Queue = { readonly queue_id: string; readonly last_event_id: number };

async function register({ ask }: TestBrowser): Promise<Queue> {
  return (
    await ask('/register', { method: 'POST', form: { event_types: '["alert_words"]' } })
  ).json() as Queue;
}

function pathOf({ queue_id, last_event_id }: Queue, stream = ''): string {
  return `/events${stream}?queue_id=${queue_id}&last_event_id=${last_event_id}`;
}

async function openStream(
  place: { readonly url: string },
  { cookie }: TestBrowser,
  queue: Queue,
  origin = place.url,
): Promise<WebSocket> {
  const url = `${place.url.replace('http', 'ws')}/json${pathOf(queue, '/stream')}`;
  const socket = new WebSocket(url, { headers: { cookie, origin } });
  await once(socket, 'open');
  return socket;
}

/** Waits until the nodes have this many open polls and streams. */
async function waits(place: { readonly world: RunningServer['world'] }, count: number): Promise<void> {
  await expect.poll(() => place.world.hub.size.waiting).toBe(count);
}

function addWord(word: string) {
  return other.ask('/users/me/alert_words', { method: 'POST', form: { alert_words: `["${word}"]` } });
}

test('[EQ30] logging out ends the open poll of the session and no other', async () => {
  const [own, others] = [await register(browser), await register(other)];
  const ending = browser.ask(pathOf(own));
  const going = other.ask(pathOf(others));
  await waits(first.server, 2);
  await browser.ask('/session', { method: 'DELETE' });
  expect((await ending).status).toBe(401);
  await addWord('later');
  expect((await going).json()).toMatchObject({ events: [{ type: 'alert_words' }] });
});

test('[EQ30] a user who logs in again in a browser goes on with its queue, and the old session ends', async () => {
  const queue = await register(browser);
  const ending = browser.ask(pathOf(queue));
  await waits(first.server, 1);
  const answer = await logIn(first, ada, { headers: { ...OWN_PAGE, cookie: browser.cookie } });
  expect((await ending).status).toBe(401);
  expect((await browser.ask('/users/me')).status).toBe(401);
  const renewed = browserWith(first, cookieOf(answer));
  await addWord('after the log-in');
  expect((await renewed.ask(pathOf(queue))).json()).toMatchObject({ events: [{ type: 'alert_words' }] });
});

test('[EQ30] a session that ends on one node ends its stream on the node that adopted the queue', async () => {
  const queue = await register(browser);
  const socket = await openStream(second, browser, queue);
  const messages: string[] = [];
  socket.on('message', (data: Buffer) => messages.push(data.toString('utf8')));
  await waits(second, 1);
  const closed = once(socket, 'close') as Promise<[number, Buffer]>;
  await browser.ask('/session', { method: 'DELETE' });
  await addWord('after the end');
  const [code, reason] = await closed;
  expect(code).toBe(4000);
  expect(JSON.parse(reason.toString('utf8'))).toMatchObject({ code: 'UNAUTHORIZED' });
  expect(messages).toEqual([]);
});

test('[EQ30] a poll that moved to another node ends there with its session', async () => {
  const queue = await register(browser);
  const poll = browserWith(second, browser.cookie).ask(pathOf(queue));
  await waits(second, 1);
  await browser.ask('/session', { method: 'DELETE' });
  expect((await poll).status).toBe(401);
});

test('deactivation closes the streams of the user, and a new API key does not', async () => {
  const owner = await first.user({ role: 100 });
  const socket = await openStream(first, browser, await register(browser));
  await waits(first.server, 1);
  await ada.connection.call(regenerateApiKey, {});
  const heard = once(socket, 'message');
  await addWord('still open');
  await heard;
  const closed = once(socket, 'close') as Promise<[number, Buffer]>;
  await owner.connection.call(deactivateUser, { user_id: ada.id });
  expect((await closed)[0]).toBe(4000);
});

test('[EQ29] a handshake from another origin, or without the cookie, is refused', async () => {
  const queue = await register(browser);
  const { port } = new URL(first.url);
  const origins = [
    'https://evil.test',
    `http://acme.127.0.0.1:${port}`,
    'null',
    first.url.replace(port, '1'),
  ];
  for (const origin of origins)
    await expect(openStream(first, browser, queue, origin)).rejects.toThrow('403');
  await expect(openStream(first, { ...browser, cookie: '' }, queue)).rejects.toThrow('401');
  const atKeys = `${first.url.replace('http', 'ws')}/api/v1${pathOf(queue, '/stream')}`;
  const headers = { cookie: browser.cookie, origin: first.url };
  await expect(once(new WebSocket(atKeys, { headers }), 'open')).rejects.toThrow('401');
});
