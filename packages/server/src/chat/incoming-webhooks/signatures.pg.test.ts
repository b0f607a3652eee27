import { createHmac } from 'node:crypto';
import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { channelOf } from '@parley/test-support/talk.ts';
import { messagesDuring, sendWebhook, webhookBot } from '@parley/test-support/webhooks.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { integrations } from './integrations.ts';

let server: TestServer;
let ada: TestUser;
let bob: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.user({ fullName: 'Ada Lovelace' });
  bob = await server.user({ fullName: 'Bob Builder' });
  await channelOf(server, 'Builds', [ada, bob]);
});
afterAll(() => server.stop());

const BODY = JSON.stringify({ zen: 'Keep it logically awesome.', repository: { name: 'star-map' } });

function signature(secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(BODY).digest('hex')}`;
}

/** A ping of GitHub with the secret `moon` in the address. */
function ping(api_key: string, headers: Readonly<Record<string, string>>) {
  return sendWebhook(server, 'github', {
    query: { api_key, stream: 'Builds', webhook_secret: 'moon' },
    headers: { 'x-github-event': 'ping', ...headers },
    body: BODY,
  });
}

test('a request with a valid signature is posted', async () => {
  const { key } = await webhookBot(ada, 'signed');
  const messages = await messagesDuring(bob, () => ping(key, { 'x-hub-signature-256': signature('moon') }));
  expect(messages).toMatchObject([{ subject: 'star-map' }]);
});

test('a wrong or missing signature is refused, and the owner of the bot is told once', async () => {
  const { key } = await webhookBot(ada, 'unsigned');
  const notices = await messagesDuring(ada, async () => {
    for (const headers of [{ 'x-hub-signature-256': signature('sun') }, {}])
      expect(await ping(key, headers)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
  });
  expect(notices).toMatchObject([
    { type: 'private', content: expect.stringContaining('does not fit') as string },
  ]);
});

test('a service that does not sign refuses a secret', async () => {
  const { key } = await webhookBot(ada, 'plain');
  const { status, body } = await sendWebhook(server, 'json', {
    query: { api_key: key, stream: 'Builds', webhook_secret: 'moon' },
    body: '{}',
  });
  expect([status, body['code']]).toEqual([400, 'BAD_REQUEST']);
});

test('registration offers the secret for the services that sign', async () => {
  const { realm_incoming_webhook_bots: listed = [] } = await ada.connection.call(registerQueue, {
    fetch_event_types: ['realm_incoming_webhook_bots'],
  });
  const offering = listed
    .filter(({ url_options }) => url_options?.some(({ key }) => key === 'webhook_secret'))
    .map(({ name }) => name);
  expect(offering).toEqual(integrations.filter((one) => one.signature !== undefined).map(({ name }) => name));
  expect(offering.length).toBe(11);
});
