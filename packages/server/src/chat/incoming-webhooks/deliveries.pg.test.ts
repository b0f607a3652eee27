import { roles } from '@parley/contract/rights/roles.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { channelOf } from '@parley/test-support/talk.ts';
import { changed, underHeader } from '@parley/test-support/webhook-samples.ts';
import { messagesDuring, sendWebhook, webhookBot } from '@parley/test-support/webhooks.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WebhookSample } from './compose-sample.ts';
import { bitbucketPush } from './samples/bitbucket.ts';
import { githubPush } from './samples/github.ts';
import { jiraComment } from './samples/work.ts';

let server: TestServer;
let owner: TestUser;
let amara: TestUser;
let bot: { readonly key: string; readonly id: number };

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.user({ role: roles.owner, fullName: 'Iris Lindqvist' });
  amara = await server.user({ fullName: 'Amara Okonkwo' });
  await channelOf(server, 'my channel', [owner, amara]);
  bot = await webhookBot(owner, 'hook');
});
afterAll(() => server.stop());

/** Delivers a sample in the channel unless the query says otherwise. */
function deliver(
  integration: string,
  { headers = {}, payload }: WebhookSample,
  query: Readonly<Record<string, string>> = {},
) {
  return sendWebhook(server, integration, {
    query: { api_key: bot.key, stream: 'my channel', ...query },
    body: payload,
    headers,
  });
}

test('a missing header is refused, and the owner is notified (I-7)', async () => {
  const notices = await messagesDuring(owner, async () => {
    const { status, body } = await deliver('github', underHeader(githubPush, {}));
    expect([status, body['code'], body['header']]).toEqual([
      400,
      'MISSING_HTTP_EVENT_HEADER',
      'X-GitHub-Event',
    ]);
  });
  expect(notices).toMatchObject([{ sender_full_name: 'Notification Bot' }]);
});

test('an unknown event is an error with status 200, and a dropped one a success (I-7)', async () => {
  const header = (event: string) => underHeader(githubPush, { 'x-github-event': event });
  const messages = await messagesDuring(amara, async () => {
    expect(await deliver('github', header('moonrise'))).toMatchObject({
      status: 200,
      body: {
        result: 'error',
        code: 'UNSUPPORTED_WEBHOOK_EVENT_TYPE',
        webhook_name: 'github',
        event_type: 'moonrise',
      },
    });
    expect((await deliver('github', header('check_suite'))).body).toMatchObject({ result: 'success' });
  });
  expect(messages).toEqual([]);
});

test('a user of Jira whose name is that of a user is mentioned silently', async () => {
  const comment = { body: 'Ask [~Amara Okonkwo] and [~nobody].' };
  const [message] = await messagesDuring(amara, () => deliver('jira', changed(jiraComment, { comment })));
  expect(message?.content).toContain(`Ask @_**Amara Okonkwo|${amara.id}** and nobody.`);
  expect(message?.flags).toEqual([]);
});

test('the owner is notified of missing fields of UptimeRobot', async () => {
  const other = await webhookBot(owner, 'uptime');
  const notices = await messagesDuring(owner, async () => {
    const { status } = await deliver('uptimerobot', { payload: {} }, { api_key: other.key });
    expect(status).toBe(400);
  });
  expect(notices).toMatchObject([{ content: expect.stringContaining('alert_type_friendly_name') as string }]);
});

test('HEAD of a Trello address gets 200 (I-17)', async () => {
  const { status } = await fetch(`${server.url}/api/v1/external/trello?api_key=${bot.key}`, {
    method: 'HEAD',
  });
  expect(status).toBe(200);
});

test('a repeated delivery with the same id is posted once, each of its messages', async () => {
  const headers = { 'x-request-uuid': '1d9f3d6e-0d4a-4b0e-9d4e-2c9e5f1f6a01' };
  const messages = await messagesDuring(amara, async () => {
    await Promise.all([1, 2, 3].map(() => deliver('bitbucket', { ...bitbucketPush, headers })));
    await deliver('bitbucket', { ...bitbucketPush, headers: { 'x-request-uuid': 'another' } });
  });
  expect(messages).toHaveLength(4);
});

test('a repeat after a crash between two messages posts only the missing one', async () => {
  const headers = { 'x-request-uuid': 'interrupted' };
  const [first] = bitbucketPush.payload.push.changes;
  const interrupted = changed({ ...bitbucketPush, headers }, { push: { changes: [first] } });
  const messages = await messagesDuring(amara, async () => {
    await deliver('bitbucket', interrupted);
    await deliver('bitbucket', { ...bitbucketPush, headers });
  });
  expect(messages.map(({ subject }) => subject)).toEqual(['telescope / main', 'telescope']);
});

test('more messages than the limit are refused', async () => {
  const [change] = bitbucketPush.payload.push.changes;
  const sample = changed(bitbucketPush, { push: { changes: Array.from({ length: 51 }, () => change) } });
  const messages = await messagesDuring(amara, async () => {
    expect((await deliver('bitbucket', sample)).status).toBe(400);
  });
  expect(messages).toEqual([]);
});
