import { changed, messagesAbout, refusalOf, withOptions } from '@parley/test-support/webhook-samples.ts';
import { expect, test } from 'vitest';
import type { WebhookSample } from '../compose-sample.ts';
import { fromJiraMarkup } from '../jira-markup.ts';
import { jiraComment, jiraCreated, jiraUpdated } from '../samples/work.ts';
import { jira } from './jira.ts';

const TOPIC = 'SKY-31: Clean the main mirror';

function comment(webhookEvent: string): WebhookSample {
  return changed(jiraComment, { webhookEvent });
}

test.each<[string, WebhookSample, string, string]>([
  ['a new issue', jiraCreated, 'jira:issue_created', '* **Priority**: High\n* **Assignee**: Mateo Quispe'],
  [
    'an updated issue',
    jiraUpdated,
    'jira:issue_updated',
    '* Changed status from **To Do** to **In Progress**',
  ],
  [
    'a deleted issue',
    changed(jiraCreated, { webhookEvent: 'jira:issue_deleted' }),
    'jira:issue_deleted',
    'deleted [SKY-31](https://lyra.atlassian.net/browse/SKY-31).',
  ],
  [
    'a comment',
    jiraComment,
    'comment_created',
    'Use **distilled** water, see [the manual](https://example.org/mirror).',
  ],
  ['an edited comment', comment('comment_updated'), 'comment_updated', 'edited a comment on'],
  ['a deleted comment', comment('comment_deleted'), 'comment_deleted', '~~Use **distilled** water'],
])('%s is posted', (_name, sample, event, part) => {
  expect(messagesAbout(jira, sample)).toMatchObject([
    { event, topic: TOPIC, content: expect.stringContaining(part) as string },
  ]);
});

test.each([
  'attachment_created',
  'issuelink_created',
  'sprint_started',
  'worklog_updated',
  'jira:version_released',
])('the event %s is dropped', (webhookEvent) => {
  expect(messagesAbout(jira, { payload: { webhookEvent } })).toEqual([]);
});

test('an update without changes posts nothing', () => {
  expect(messagesAbout(jira, changed(jiraUpdated, { changelog: { items: [] } }))).toEqual([]);
});

test('a payload without an event, and an unknown one, are refused', () => {
  expect(refusalOf(jira, { payload: {} })).toBe('ANOMALOUS_WEBHOOK_PAYLOAD');
  expect(refusalOf(jira, comment('toString'))).toBe('UNSUPPORTED_WEBHOOK_EVENT_TYPE');
});

test('a topic of the user moves the summary into the text', () => {
  const [message] = messagesAbout(jira, withOptions(jiraCreated, { topic: 'mine' }));
  expect(message?.content).toContain('Clean the main mirror');
});

test.each([
  ['*b* a*b*c 2 * 3', '**b** a*b*c 2 * 3'],
  ['{{x`y}}', "`x'y`"],
  ['bq. said', '> said'],
  ['{quote}a{quote}', '```quote\na\n```'],
  ['{noformat}*a*{noformat}', '```\n*a*\n```'],
  ['{code:java|title=x}int a;{code}', '```java\nint a;\n```'],
  ['{code}```{code}', '````\n```\n````'],
  ['[t|https://x.example]', '[t](https://x.example)'],
  ['[~iris] looks', '<iris> looks'],
])('the markup %j becomes %j', (markup, markdown) => {
  expect(fromJiraMarkup(markup, (name) => `<${name}>`)).toBe(markdown);
});
