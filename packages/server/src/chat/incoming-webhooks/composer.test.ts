import { limits } from '@parley/contract/limits.ts';
import { afterEach, expect, test } from 'vitest';
import { systemClock } from '../../engine/clock.ts';
import { createWebhookComposer, type WebhookComposer } from './composer.ts';
import { jira } from './integrations/jira.ts';

let composer: WebhookComposer | undefined;
afterEach(() => composer?.close());

const SHARE = { realmId: 1, userId: 1 };
const STUCK = new URL('../../../../markdown/src/worker-pool/stuck-worker.ts', import.meta.url);

function composeComment(text: string) {
  const payload = {
    webhookEvent: 'comment_created',
    issue: { key: 'A-1', fields: { summary: 'Title' } },
    comment: { body: text, author: { displayName: 'Ada' } },
  };
  const body = { type: 'application/json', bytes: Buffer.from(JSON.stringify(payload)), headers: {} };
  return composer?.compose(SHARE, jira, { body, options: { stream: 'Builds' }, users: new Map() });
}

test('a text is cut to the length of a message before it is converted', async () => {
  composer = createWebhookComposer(systemClock, Math.random);
  const composition = await composeComment(`${'{{a  b}}'.repeat(limits.messageLength)}the end`);
  expect(composition?.composed).toMatchObject([
    { content: expect.stringMatching(/\n\[message truncated\]\n```$/) },
  ]);
});

test('errors of an integration reach the caller with code and status', async () => {
  composer = createWebhookComposer(systemClock, Math.random);
  const body = { type: 'application/json', bytes: Buffer.from('{'.repeat(10_000)), headers: {} };
  const composed = composer.compose(SHARE, jira, { body, options: {}, users: new Map() });
  await expect(composed).rejects.toMatchObject({ name: 'ApiError', code: 'INVALID_JSON', status: 400 });
});

test('a delivery that takes too long is refused, and the event loop goes on meanwhile', async () => {
  composer = createWebhookComposer(systemClock, Math.random, { program: STUCK, budgetMs: 100 });
  await expect(composeComment('text '.repeat(2_000))).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    status: 400,
  });
});
