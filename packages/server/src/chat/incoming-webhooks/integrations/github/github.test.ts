import {
  changed,
  messagesAbout,
  refusalOf,
  underHeader,
  withOptions,
} from '@parley/test-support/webhook-samples.ts';
import { githubEvent, githubEvents } from '@parley/test-support/webhook-events/github.ts';
import { onPullRequest, review } from '@parley/test-support/webhook-events/github-requests.ts';
import { expect, test } from 'vitest';
import type { WebhookSample } from '../../compose-sample.ts';
import { githubComment, githubCommit, githubPullRequest, githubPush } from '../../samples/github.ts';
import { github } from './github.ts';

const { pull_request } = githubPullRequest.payload;
const { repository } = githubPush.payload;

test.each(githubEvents)('%s is posted', (_name, sample, type, topic, part) => {
  const [message, ...others] = messagesAbout(github, sample);
  expect(others).toEqual([]);
  expect(message).toMatchObject({ event: type, topic, content: expect.stringContaining(part) as string });
});

test.each<[string, WebhookSample]>([
  ...[
    'check_suite',
    'label',
    'meta',
    'milestone',
    'organization',
    'project_card',
    'repository_vulnerability_alert',
  ].map((header): [string, WebhookSample] => [`the event ${header}`, githubEvent(header, {})]),
  ['a check in progress', githubEvent('check_run', { check_run: { status: 'in_progress' } })],
  ['a branch of the merge queue', changed(githubPush, { ref: 'refs/heads/gh-readonly-queue/main/1' })],
  ['another action of a request', onPullRequest('constructor')],
  ['another action of a team', githubEvent('team', { action: 'created' })],
  [
    'an edited review without a text',
    underHeader(onPullRequest('edited', { review: { ...review, body: '' } }), {
      'X-GitHub-Event': 'pull_request_review',
    }),
  ],
  [
    'an edited comment whose text is the same',
    changed(githubComment, { action: 'edited', changes: { body: { from: 'Jupiter first, please.' } } }),
  ],
  ['a push to another branch', withOptions(githubPush, { branches: 'stable, next' })],
  [
    'an event of a private repository',
    withOptions(changed(githubPush, { repository: { ...repository, private: true } }), {
      ignore_private_repositories: true,
    }),
  ],
])('%s is dropped', (_name, sample) => {
  expect(messagesAbout(github, sample)).toEqual([]);
});

test.each<[string, WebhookSample, string]>([
  ['a request without the header', { payload: {} }, 'MISSING_HTTP_EVENT_HEADER'],
  ['an unknown event', githubEvent('constructor', {}), 'UNSUPPORTED_WEBHOOK_EVENT_TYPE'],
  ['an event type that is no header', githubEvent('push_commits', {}), 'UNSUPPORTED_WEBHOOK_EVENT_TYPE'],
  [
    'a push without a repository',
    { headers: { 'X-GitHub-Event': 'push' }, payload: { ref: 'refs/heads/x' } },
    'BAD_REQUEST',
  ],
])('%s is refused', (_name, sample, code) => {
  expect(refusalOf(github, sample)).toBe(code);
});

test('twenty commits are listed, and the others counted (I-8)', () => {
  const commits = Array.from({ length: 25 }, (_, i) => ({ ...githubCommit, message: `Commit ${i}` }));
  const [message] = messagesAbout(github, changed(githubPush, { commits }));
  expect(message?.content.match(/^\* /gm)).toHaveLength(20);
  expect(message?.content).toMatch(/pushed.* 25 commits[^]*and 5 more commits$/);
});

test('a topic of the user moves the title into the text (I-4)', () => {
  const [message] = messagesAbout(github, withOptions(githubPullRequest, { topic: 'mine' }));
  expect(message?.content).toContain('Show planets on the map');
});

test('a push names the repository on request', () => {
  const [message] = messagesAbout(github, withOptions(githubPush, { include_repository_name: true }));
  expect(message?.content).toContain('`main` of lyra-observatory/star-map.');
});

test('users with an account are mentioned silently (I-11)', () => {
  const users = new Map([['amara-o', '@_**Amara Okonkwo|7**']]);
  const [message] = messagesAbout(github, githubPush, users);
  expect(message?.content).toMatch(/^@_\*\*Amara Okonkwo\|7\*\* \[pushed\]/);
});

test('texts of a payload cannot leave their quotes, nor titles mention (I-18)', () => {
  const body = '````\n@**all** ```quote';
  const title = '@**all** and ``code';
  const sample = changed(githubPullRequest, { pull_request: { ...pull_request, body, title } });
  const [message] = messagesAbout(github, withOptions(sample, { topic: 'mine' }));
  expect(message?.content).toContain('`````quote\n````\n@**all** ```quote\n`````');
  expect(message?.content).toContain("@_**all** and ''code");
});
