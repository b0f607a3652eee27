import { profileFieldTypes } from '@parley/contract/objects/custom-profile-field.ts';
import { createCustomProfileField, updateProfileData } from '@parley/contract/endpoints/profile-fields.ts';
import { roles } from '@parley/contract/rights/roles.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { channelOf } from '@parley/test-support/talk.ts';
import { changed, underHeader } from '@parley/test-support/webhook-samples.ts';
import { messagesDuring, sendWebhook, webhookBot } from '@parley/test-support/webhooks.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WebhookSample } from './compose-sample.ts';
import { alertmanagerAlerts } from './samples/alerts.ts';
import { bitbucketIssue, bitbucketPush } from './samples/bitbucket.ts';
import { githubIssue, githubPullRequest, githubPush } from './samples/github.ts';
import { jiraComment, jiraCreated } from './samples/work.ts';

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

test('filters choose events, and an excluded one is dropped in any case (I-5)', async () => {
  const only = { only_events: '["push*"]' };
  const tag = changed(githubPush, { ref: 'refs/tags/v1' });
  const messages = await messagesDuring(amara, async () => {
    await deliver('github', githubIssue, only);
    await deliver('github', tag, { ...only, exclude_events: '["push_tags"]' });
    await deliver('github', githubPush, { ...only, exclude_events: '["push_tags"]' });
  });
  expect(messages.map(({ subject }) => subject)).toEqual(['star-map / main']);
});

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

test('a long topic is cut to 60 characters (I-9)', async () => {
  const pull_request = { ...githubPullRequest.payload.pull_request, title: 'Planets '.repeat(20) };
  const [message] = await messagesDuring(amara, () =>
    deliver('github', changed(githubPullRequest, { pull_request })),
  );
  expect(message?.subject).toMatch(/^star-map \/ PR #58 Planets/);
  expect(message?.subject).toHaveLength(60);
});

test('a user with the account is mentioned silently, without a flag (I-11)', async () => {
  await owner.connection.call(createCustomProfileField, {
    field_type: profileFieldTypes.SHORT_TEXT.id,
    name: 'Favorite star',
  });
  const { id } = await owner.connection.call(createCustomProfileField, {
    field_type: profileFieldTypes.EXTERNAL_ACCOUNT.id,
    field_data: { subtype: 'github' },
  });
  await amara.connection.call(updateProfileData, { data: [{ id, value: 'Amara-O' }] });
  const [message] = await messagesDuring(amara, () => deliver('github', githubIssue));
  expect(message?.content).toContain(`@_**Amara Okonkwo|${amara.id}** opened`);
  expect(message?.flags).not.toContain('mentioned');
});

test('mentions in quoted and plain texts of a payload reach no one (I-18)', async () => {
  const issue = { ...githubIssue.payload.issue, title: '@**all** @**Amara Okonkwo**', body: '```\n@**all**' };
  const [message] = await messagesDuring(amara, () =>
    deliver('github', changed(githubIssue, { issue }), { topic: 'mine' }),
  );
  expect(message?.content).toContain('````quote\n```\n@**all**\n````');
  expect(message?.flags).toEqual([]);
});

test('one request posts several messages in their topics (I-13)', async () => {
  const messages = await messagesDuring(amara, () => deliver('bitbucket', bitbucketPush));
  expect(messages.map(({ subject }) => subject)).toEqual(['telescope / main', 'telescope']);
});

test.each([
  ['jira', jiraCreated],
  ['bitbucket', bitbucketIssue],
])('the address of %s is decoded twice (I-14)', async (integration, sample) => {
  const messages = await messagesDuring(amara, () =>
    deliver(integration, sample, { stream: 'my%20channel', topic: 'a%2Fb' }),
  );
  expect(messages.map(({ subject }) => subject)).toEqual(['a/b']);
});

test('a user of Jira whose name is that of a user is mentioned silently', async () => {
  const comment = { body: 'Ask [~Amara Okonkwo] and [~nobody].' };
  const [message] = await messagesDuring(amara, () => deliver('jira', changed(jiraComment, { comment })));
  expect(message?.content).toContain(`Ask @_**Amara Okonkwo|${amara.id}** and nobody.`);
  expect(message?.flags).toEqual([]);
});

test('alerts of one instance are posted in one topic (I-15)', async () => {
  const messages = await messagesDuring(amara, () => deliver('alertmanager', alertmanagerAlerts));
  expect(messages.map(({ subject }) => subject)).toEqual(['archive-2', 'archive-2']);
});

test('a test of credentials by Zapier gets the bot, and posts nothing (I-23)', async () => {
  const messages = await messagesDuring(amara, async () => {
    const { body } = await deliver('zapier', { payload: { type: 'auth' } });
    expect(body).toMatchObject({ id: bot.id, full_name: 'Hook hook', email: 'hook-bot@parley.test' });
  });
  expect(messages).toEqual([]);
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
