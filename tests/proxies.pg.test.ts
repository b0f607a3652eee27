import { request as plainRequest } from 'node:http';
import { request as encryptedRequest, type RequestOptions } from 'node:https';
import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { eventually, until } from '@parley/test-support/eventually.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { registerForMessages } from '@parley/test-support/message-queue.ts';
import { channelOf, say } from '@parley/test-support/talk.ts';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { proxyNames, startProxy, type Proxy } from './support/proxies.ts';

vi.setConfig({ testTimeout: 60_000 });

let server: TestServer;
let ada: TestUser;
let channelId: number;
let proxy: Proxy;

beforeAll(async () => {
  server = await startTestServer((config) => ({
    ...config,
    hosts: { ...config.hosts, external: 'chat.example.org' },
  }));
  ada = await server.user();
  channelId = await channelOf(server, 'general', [ada]);
});
afterAll(() => server.stop());

/** Requests a path of the server through the proxy, as a client with the address of the organization does. */
function ask(path: string, headers: Readonly<Record<string, string>> = {}) {
  const { email, apiKey } = ada;
  const options: RequestOptions = {
    host: '127.0.0.1',
    port: proxy.port,
    path,
    servername: 'chat.example.org',
    // The certificate of the test signs itself.
    rejectUnauthorized: false,
    agent: false,
    headers: { host: 'chat.example.org', ...headers },
    auth: `${email}:${apiKey}`,
  };
  return (proxy.isEncrypted ? encryptedRequest : plainRequest)(options);
}

function statusOf(path: string, headers?: Readonly<Record<string, string>>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    ask(path, headers)
      .on('response', (response) => {
        response.resume();
        resolve(response.statusCode);
      })
      .on('upgrade', (response, socket) => {
        socket.destroy();
        resolve(response.statusCode);
      })
      .on('error', reject)
      .end();
  });
}

function bodyOf(path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    ask(path)
      .on('response', (response) => {
        text(response).then(resolve, reject);
      })
      .on('error', reject)
      .end();
  });
}

test.each(proxyNames)('%s with its file of deploy/ passes event streams and long polls on', async (name) => {
  proxy = await startProxy(name, new URL(server.url).host);
  onTestFinished(() => proxy.stop());
  await eventually(async () => expect(await statusOf('/health')).toBe(200));
  const { queue_id, last_event_id } = await registerForMessages(ada);
  const query = `queue_id=${queue_id}&last_event_id=${last_event_id}`;
  const upgrade = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': randomBytes(16).toString('base64'),
  };
  expect(await statusOf(`/api/v1/events/stream?${query}`, upgrade)).toBe(101);
  const poll = bodyOf(`/api/v1/events?${query}`);
  await until(() => server.server.world.hub.size.waiting === 1);
  await say(ada, channelId, 'topic', 'through the proxy');
  expect(JSON.parse(await poll)).toMatchObject({
    events: [{ message: { content: expect.stringContaining('through the proxy') } }],
  });
});
