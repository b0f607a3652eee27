import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { channelOf } from '@parley/test-support/talk.ts';
import {
  messagesDuring,
  sendWebhook,
  webhookBot,
  type WebhookRequest,
} from '@parley/test-support/webhooks.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let server: TestServer;
let ada: TestUser;
let bob: TestUser;
let key: string;

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.user({ fullName: 'Ada Lovelace' });
  bob = await server.user({ fullName: 'Bob Builder' });
  await channelOf(server, 'Builds', [ada, bob]);
  ({ key } = await webhookBot(ada, 'hook'));
});
afterAll(() => server.stop());

/** Calls the integration `json`, in the channel unless the query says otherwise. */
function post(query: Readonly<Record<string, string>>, request: Partial<WebhookRequest> = {}, name = 'json') {
  return sendWebhook(server, name, { query: { api_key: key, ...query }, ...request });
}

describe('credentials', () => {
  test('the key in a query opens no other operation, nor does a header open a webhook', async () => {
    const other = await fetch(`${server.url}/api/v1/messages?api_key=${ada.apiKey}`);
    expect(other.status).toBe(401);
    const basic = Buffer.from(`${ada.email}:${ada.apiKey}`).toString('base64');
    const { body } = await sendWebhook(server, 'json', {
      query: {},
      headers: { authorization: `Basic ${basic}` },
    });
    expect(body['code']).toBe('REQUEST_VARIABLE_MISSING');
  });

  test('the path of sessions has no webhooks', async () => {
    const { status } = await fetch(`${server.url}/json/external/json?api_key=${key}`, { method: 'POST' });
    expect(status).toBe(404);
  });
});

describe('recipient', () => {
  test('the key of a human user posts in channels, and nowhere without one', async () => {
    const posted = await messagesDuring(bob, () => post({ api_key: bob.apiKey, stream: 'Builds' }));
    expect(posted).toMatchObject([{ sender_id: bob.id }]);
    expect((await post({ api_key: bob.apiKey })).body).toMatchObject({ code: 'BAD_REQUEST' });
  });

  test('a channel in which the bot may not write gets 400', async () => {
    await channelOf(server, 'Vault', [bob], { invite_only: true });
    expect(await post({ stream: 'Vault' })).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
  });
});

describe('request', () => {
  test.each([
    ['a list', '[1]', 'BAD_REQUEST'],
    ['nothing', '', 'INVALID_JSON'],
    ['a deep document', `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`, 'INVALID_JSON'],
  ])('%s as payload is refused', async (_name, body, code) => {
    expect(await post({ stream: 'Builds' }, { body })).toMatchObject({ status: 400, body: { code } });
  });

  test('HEAD gets 200, and GET 405', async () => {
    const path = `${server.url}/api/v1/external/json?api_key=${key}`;
    expect((await fetch(path, { method: 'HEAD' })).status).toBe(200);
    const { status, headers } = await fetch(path);
    expect([status, headers.get('allow')]).toEqual([405, 'HEAD, POST']);
  });

  test('a filter that is not JSON is refused', async () => {
    const { body } = await post({ stream: 'Builds', only_events: 'push' });
    expect(body['code']).toBe('BAD_REQUEST');
  });

  test('null characters in a payload are left out', async () => {
    const [message] = await messagesDuring(bob, () => post({ stream: 'Builds' }, { body: { a: 'x\0y' } }));
    expect(message?.content).toContain('x');
  });
});

describe('slack_incoming', () => {
  test('a wrong key gets an error in the form of Slack', async () => {
    const answer = await post({ api_key: 'wrong' }, {}, 'slack_incoming');
    expect(answer).toMatchObject({ status: 401, body: { ok: false } });
  });
});

test('an incoming webhook calls no other operation but that of sending', async () => {
  const bot = await webhookBot(ada, 'narrow');
  const as = (path: string, init: RequestInit) =>
    fetch(`${server.url}/api/v1${path}`, {
      ...init,
      headers: {
        authorization: `Basic ${Buffer.from(`narrow-bot@parley.test:${bot.key}`).toString('base64')}`,
      },
    });
  expect((await as('/users/me', {})).status).toBe(401);
  const form = new URLSearchParams({ type: 'channel', to: 'Builds', topic: 't', content: 'c' });
  expect((await as(sendMessage.path, { method: 'POST', body: form })).status).toBe(200);
});
