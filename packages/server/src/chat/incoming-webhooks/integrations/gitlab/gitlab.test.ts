import { changed, messagesAbout, refusalOf, withOptions } from '@parley/test-support/webhook-samples.ts';
import { gitlabEvents, hook, mergeRequest } from '@parley/test-support/webhook-events/gitlab.ts';
import { expect, test } from 'vitest';
import type { WebhookSample } from '../../compose-sample.ts';
import { gitlabIssue, gitlabMergeRequest, gitlabPush } from '../../samples/gitlab.ts';
import { gitlab } from './gitlab.ts';

const { project } = gitlabIssue.payload;

test.each(gitlabEvents)('%s is posted', (_name, sample, type, topic, part) => {
  const [message, ...others] = messagesAbout(gitlab, sample);
  expect(others).toEqual([]);
  expect(message).toMatchObject({ event: type, topic, content: expect.stringContaining(part) as string });
});

test.each<[string, WebhookSample]>([
  ['a push to another branch', withOptions(gitlabPush, { branches: 'main' })],
  [
    'an event of a private project',
    withOptions(changed(gitlabPush, { project: { ...project, visibility_level: 0 } }), {
      ignore_private_projects: true,
    }),
  ],
])('%s is dropped', (_name, sample) => {
  expect(messagesAbout(gitlab, sample)).toEqual([]);
});

test.each<[string, WebhookSample, string]>([
  ['a request without the header', { payload: {} }, 'MISSING_HTTP_EVENT_HEADER'],
  ['an unknown event', hook('Moon Hook', {}), 'UNSUPPORTED_WEBHOOK_EVENT_TYPE'],
  ['an unknown action', mergeRequest('constructor'), 'UNSUPPORTED_WEBHOOK_EVENT_TYPE'],
  [
    'an unknown system hook',
    hook('System Hook', { event_name: 'toString' }),
    'UNSUPPORTED_WEBHOOK_EVENT_TYPE',
  ],
])('%s is refused', (_name, sample, code) => {
  expect(refusalOf(gitlab, sample)).toBe(code);
});

test('the title of a merge request leaves the topic on request (I-12)', () => {
  const [message] = messagesAbout(
    gitlab,
    withOptions(gitlabMergeRequest, { use_merge_request_title: false }),
  );
  expect(message?.topic).toBe('dome-control / MR #12');
});

test('HTML comments of a description are left out', () => {
  expect(messagesAbout(gitlab, gitlabMergeRequest)[0]?.content).not.toContain('keep it short');
});

test('a text under a topic of the user begins with the project', () => {
  const [message] = messagesAbout(gitlab, withOptions(gitlabIssue, { topic: 'mine' }));
  expect(message?.content).toMatch(/^\[dome-control\]\(.*\): mateoq opened .* The dome squeaks\./);
});
