import {
  changed,
  messagesAbout,
  refusalOf,
  underHeader,
  withOptions,
} from '@parley/test-support/webhook-samples.ts';
import { bitbucketEvents, pullRequest, pushOf } from '@parley/test-support/webhook-events/bitbucket.ts';
import { expect, test } from 'vitest';
import type { WebhookSample } from '../compose-sample.ts';
import { bitbucketIssue, bitbucketPullRequest, bitbucketPush } from '../samples/bitbucket.ts';
import { bitbucket } from './bitbucket.ts';

test.each(bitbucketEvents)('%s is posted', (_name, sample, event, topic, part) => {
  expect(messagesAbout(bitbucket, sample)).toMatchObject([
    { event, topic, content: expect.stringContaining(part) as string },
  ]);
});

test('each change of a push has a message in its own topic (I-13)', () => {
  expect(messagesAbout(bitbucket, bitbucketPush).map(({ topic }) => topic)).toEqual([
    'telescope / main',
    'telescope',
  ]);
});

test('a push without changes, and one to other branches, posts nothing', () => {
  expect(messagesAbout(bitbucket, changed(bitbucketPush, { push: { changes: [] } }))).toEqual([]);
  expect(messagesAbout(bitbucket, withOptions(pushOf({}), { branches: 'stable' }))).toEqual([]);
});

test('names fall back from the display name to the nickname', () => {
  const [message] = messagesAbout(bitbucket, changed(bitbucketIssue, { actor: { nickname: 'iris' } }));
  expect(message?.content).toMatch(/^iris /);
});

test.each<[string, WebhookSample, string]>([
  ['a request without the header', underHeader(bitbucketPullRequest, {}), 'MISSING_HTTP_EVENT_HEADER'],
  ['an unknown key', pullRequest('toString'), 'UNSUPPORTED_WEBHOOK_EVENT_TYPE'],
  ['another payload', { payload: { moon: 'full' } }, 'ANOMALOUS_WEBHOOK_PAYLOAD'],
])('%s is refused', (_name, sample, code) => {
  expect(refusalOf(bitbucket, sample)).toBe(code);
});
