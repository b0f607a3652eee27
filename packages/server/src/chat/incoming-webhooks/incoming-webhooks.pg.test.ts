import { deleteBot } from '@parley/contract/endpoints/bots.ts';
import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import { systemClock } from '../../engine/clock.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { channelOf } from '@parley/test-support/talk.ts';
import {
  messagesDuring,
  sendWebhook,
  webhookBot,
  type WebhookAnswer,
  type WebhookRequest,
} from '@parley/test-support/webhooks.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let server: TestServer;
let ada: TestUser;
let bob: TestUser;
let key: string;
let channelId: number;

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.user({ fullName: 'Ada Lovelace' });
  bob = await server.user({ fullName: 'Bob Builder' });
  channelId = await channelOf(server, 'Builds', [ada, bob]);
  ({ key } = await webhookBot(ada, 'hook'));
});
afterAll(() => server.stop());

/** Calls the integration `json`, in the channel unless the query says otherwise. */
function post(query: Readonly<Record<string, string>>, request: Partial<WebhookRequest> = {}, name = 'json') {
  return sendWebhook(server, name, { query: { api_key: key, ...query }, ...request });
}

describe('credentials', () => {
  test('a request without a key is refused with the name of the parameter (I-1)', async () => {
    const { status, body } = await sendWebhook(server, 'json', { query: {} });
    expect([status, body['code'], body['var_name']]).toEqual([400, 'REQUEST_VARIABLE_MISSING', 'api_key']);
  });

  test.each(['wrong', 'a'.repeat(32), ''])('the key %j is refused (I-1)', async (wrong) => {
    const { status, body } = await post({ api_key: wrong });
    expect([status, body['code']]).toEqual([401, 'INVALID_API_KEY']);
  });

  test('a key is trimmed', async () => {
    expect((await post({ api_key: ` ${key} ` })).status).toBe(200);
  });

  test('the key of a deactivated bot is refused (I-1)', async () => {
    const bot = await webhookBot(ada, 'gone');
    await ada.connection.call(deleteBot, { bot_id: bot.id });
    const { status, body } = await post({ api_key: bot.key });
    expect([status, body['code']]).toEqual([401, 'USER_DEACTIVATED']);
  });

  test('a key of another organization is refused', async () => {
    await server.realm('other');
    const { status, body } = await post({}, { host: 'other.parley.test' });
    expect([status, body['code']]).toEqual([400, 'BAD_REQUEST']);
  });

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
  test('without a channel the owner gets a direct message, whatever the topic (I-2)', async () => {
    expect(await messagesDuring(ada, () => post({ topic: 'ignored' }))).toMatchObject([
      { type: 'private', subject: '', client: 'ZulipJSONWebhook', sender_full_name: 'Hook hook' },
    ]);
  });

  test('a channel is named in any case, or by its id (I-2)', async () => {
    const messages = await messagesDuring(bob, async () => {
      await post({ stream: 'builds' });
      await post({ stream: String(channelId), topic: 'mine' });
    });
    expect(messages).toMatchObject([
      { stream_id: channelId, subject: 'JSON' },
      { stream_id: channelId, subject: 'mine' },
    ]);
  });

  test('the key of a human user posts in channels, and nowhere without one', async () => {
    const posted = await messagesDuring(bob, () => post({ api_key: bob.apiKey, stream: 'Builds' }));
    expect(posted).toMatchObject([{ sender_id: bob.id }]);
    expect((await post({ api_key: bob.apiKey })).body).toMatchObject({ code: 'BAD_REQUEST' });
  });

  test('an unknown channel gets 200 and one notice for the owner within five minutes (I-3)', async () => {
    const bot = await webhookBot(ada, 'lost');
    const notices = await messagesDuring(ada, async () => {
      for (let i = 0; i < 2; i += 1) {
        const { status, body } = await post({ api_key: bot.key, stream: 'nowhere' });
        expect([status, body['result']]).toEqual([200, 'success']);
      }
    });
    expect(notices).toMatchObject([{ type: 'private', sender_full_name: 'Notification Bot' }]);
  });

  test('a channel in which the bot may not write gets 400', async () => {
    await channelOf(server, 'Vault', [bob], { invite_only: true });
    expect(await post({ stream: 'Vault' })).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
  });
});

describe('request', () => {
  test('a body that is not JSON is refused, and the owner is notified (I-6)', async () => {
    const bot = await webhookBot(ada, 'broken');
    const notices = await messagesDuring(ada, async () => {
      const { status, body } = await post({ api_key: bot.key }, { body: '{' });
      expect([status, body['code']]).toEqual([400, 'INVALID_JSON']);
    });
    expect(notices).toMatchObject([{ sender_full_name: 'Notification Bot' }]);
  });

  test.each([
    ['a list', '[1]', 'BAD_REQUEST'],
    ['nothing', '', 'INVALID_JSON'],
    ['a deep document', `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`, 'INVALID_JSON'],
  ])('%s as payload is refused', async (_name, body, code) => {
    expect(await post({ stream: 'Builds' }, { body })).toMatchObject({ status: 400, body: { code } });
  });

  test('an unknown integration gets 404', async () => {
    expect(await post({}, {}, 'nothing')).toMatchObject({ status: 404, body: { code: 'BAD_REQUEST' } });
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

test('a JSON payload is posted as a fenced block with its keys in order (I-23)', async () => {
  const [message] = await messagesDuring(bob, () =>
    post({ stream: 'Builds' }, { body: '{"z":1.0,"2":[],"1":{"a":"```"}}' }),
  );
  expect(message).toMatchObject({
    subject: 'JSON',
    content: '````json\n{\n  "z": 1.0,\n  "2": [],\n  "1": {\n    "a": "```"\n  }\n}\n````',
  });
});

describe('slack_incoming', () => {
  const slack = (body: unknown, request: Partial<WebhookRequest> = {}) =>
    post({ stream: 'Builds' }, { body, ...request }, 'slack_incoming');

  test('markup is converted, from JSON and from a form (I-20)', async () => {
    const body = { text: '*b* _i_ <https://x.y|t>', channel: '#ops' };
    const form = new URLSearchParams({ payload: JSON.stringify(body) }).toString();
    const messages = await messagesDuring(bob, async () => {
      expect((await slack(body)).body).toMatchObject({ ok: true, result: 'success' });
      await slack(form, { type: 'application/x-www-form-urlencoded' });
    });
    expect(messages).toMatchObject(
      [1, 2].map(() => ({ subject: 'ops', content: '**b** *i* [t](https://x.y)' })),
    );
  });

  test.each([
    ['a form without payload', '', 'application/x-www-form-urlencoded', 400],
    ['a body that is not JSON', '{', 'application/json', 400],
  ])('%s gets an error in the form of Slack (I-20)', async (_name, body, type, status) => {
    const answer = await slack(body, { type });
    expect(answer).toMatchObject({ status, body: { ok: false, error: expect.any(String) as string } });
    expect(answer.body).not.toHaveProperty('result');
  });

  test('a wrong key gets an error in the form of Slack', async () => {
    const answer = await post({ api_key: 'wrong' }, {}, 'slack_incoming');
    expect(answer).toMatchObject({ status: 401, body: { ok: false } });
  });

  test('an empty payload posts nothing (I-22)', async () => {
    const messages = await messagesDuring(bob, async () => {
      expect((await slack({})).body).toMatchObject({ ok: true });
    });
    expect(messages).toEqual([]);
  });

  test('a payload without a channel goes to the empty topic (I-21)', async () => {
    expect(await messagesDuring(bob, () => slack({ text: 'x' }))).toMatchObject([{ subject: '' }]);
  });
});

test('registration lists the integrations', async () => {
  const { realm_incoming_webhook_bots: bots = [] } = await ada.connection.call(registerQueue, {
    event_types: ['realm_incoming_webhook_bots'],
  });
  expect(bots.map(({ name }) => name)).toContain('slack_incoming');
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

test('requests over the limit get 429 with the time to wait (I-19)', async () => {
  // Limits measure monotonic time, which stands still, so that nothing is given back meanwhile.
  const clock = { ...systemClock, monotonic: () => 0 };
  const limited = await startTestServer((config) => ({ ...config, rateLimits: true }), undefined, { clock });
  try {
    const owner = await limited.user();
    const { key: own } = await webhookBot(owner, 'fast');
    const call = () => sendWebhook(limited, 'json', { query: { api_key: own } });
    let sent = 0;
    let refused: WebhookAnswer | undefined;
    for (; refused === undefined && sent < 400; sent += 20)
      refused = (await Promise.all(Array.from({ length: 20 }, call))).find(({ status }) => status === 429);
    expect(sent).toBe(220);
    expect(refused).toMatchObject({ body: { code: 'RATE_LIMIT_HIT' } });
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  } finally {
    await limited.stop();
  }
});
