import { changed, messagesAbout, refusalOf, withOptions } from '@parley/test-support/webhook-samples.ts';
import { expect, test } from 'vitest';
import type { WebhookSample } from '../compose-sample.ts';
import { linearComment, linearIssue } from '../samples/work.ts';
import { linear } from './linear.ts';

const part = changed(linearIssue, { data: { ...linearIssue.payload.data, parentId: 'p1' } });

test.each<[string, WebhookSample, string, string, string]>([
  [
    'an issue',
    linearIssue,
    'issue',
    'Issue: Plan the open night',
    '**Priority**: Medium\n**Assignee**: Amara Okonkwo\n**Status**: Todo',
  ],
  [
    'an updated issue',
    changed(linearIssue, { action: 'update' }),
    'issue',
    'Issue: Plan the open night',
    'was updated in the team Visitors.',
  ],
  [
    'a removed issue',
    changed(linearIssue, { action: 'remove' }),
    'issue',
    'Issue: Plan the open night',
    'was removed.',
  ],
  ['a part of an issue', part, 'sub_issue', 'Sub-Issue: Plan the open night', 'Sub-Issue [#9]('],
  ['a comment', linearComment, 'comment', 'Issue: Plan the open night', 'Jonas Feld [commented]('],
  [
    'a removed comment',
    changed(linearComment, { action: 'remove' }),
    'comment',
    'Issue: Plan the open night',
    '[removed a comment](',
  ],
])('%s is posted', (_name, sample, event, topic, text) => {
  expect(messagesAbout(linear, sample)).toMatchObject([
    { event, topic, content: expect.stringContaining(text) as string },
  ]);
});

test.each(['IssueLabel', 'Project', 'ProjectUpdate', 'Cycle', 'Reaction'])(
  'the type %s is dropped',
  (type) => {
    expect(messagesAbout(linear, { payload: { type, action: 'create' } })).toEqual([]);
  },
);

test('unknown types and actions are refused', () => {
  expect(refusalOf(linear, changed(linearIssue, { type: 'Moon' }))).toBe('UNSUPPORTED_WEBHOOK_EVENT_TYPE');
  expect(refusalOf(linear, changed(linearIssue, { action: 'toString' }))).toBe(
    'UNSUPPORTED_WEBHOOK_EVENT_TYPE',
  );
});

test('a topic of the user moves the title into the text', () => {
  const [message] = messagesAbout(linear, withOptions(linearIssue, { topic: 'mine' }));
  expect(message?.content).toContain('Plan the open night was created');
});
