import { createHmac } from 'node:crypto';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { channelOf } from '@parley/test-support/talk.ts';
import { messagesDuring, sendWebhook, webhookBot } from '@parley/test-support/webhooks.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

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
