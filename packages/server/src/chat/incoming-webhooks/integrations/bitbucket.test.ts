import {
  changed,
  messagesAbout,
  refusalOf,
  underHeader,
  withOptions,
} from '@parley/test-support/webhook-samples.ts';
import { expect, test } from 'vitest';
import type { WebhookSample } from '../compose-sample.ts';
import { bitbucketIssue, bitbucketPullRequest, bitbucketPush } from '../samples/bitbucket.ts';
import { bitbucket } from './bitbucket.ts';

const PULL_REQUEST = 'telescope / PR #21 Follow satellites';
const ISSUE = 'telescope / issue #8 Mirror fogs up';

const { actor, repository } = bitbucketIssue.payload;
const comment = { content: { raw: 'Agreed.' }, links: { html: { href: 'https://bitbucket.org/c/1' } } };
const [branchChange] = bitbucketPush.payload.push.changes;

function pushOf(change: object): WebhookSample {
  return changed(bitbucketPush, { push: { changes: [{ ...branchChange, ...change }] } });
}

function pullRequest(key: string, more: object = {}): WebhookSample {
  return underHeader(changed(bitbucketPullRequest, more), { 'X-Event-Key': `pullrequest:${key}` });
}

test.each<[string, WebhookSample, string, string, string]>([
  ['a forced push', pushOf({ forced: true }), 'push', 'telescope / main', 'Its head is now c0ffee1.'],
  ['a cut push', pushOf({ truncated: true }), 'push', 'telescope / main', '1+ commits'],
  ['a deleted branch', pushOf({ new: null }), 'push', 'telescope / main', 'deleted the branch `main`.'],
  ['an empty push', pushOf({ commits: [] }), 'push', 'telescope / main', 'without new commits'],
  [
    'a deleted tag',
    pushOf({ new: null, old: { type: 'tag', name: 'v1' } }),
    'push',
    'telescope',
    'deleted the tag v1.',
  ],
  [
    'a fork',
    { payload: { actor, repository, fork: { full_name: 'iris/telescope' } } },
    'fork',
    'telescope',
    'iris/telescope.',
  ],
  [
    'a comment on a commit',
    { payload: { actor, repository, comment, commit: { hash: '0123456789' } } },
    'commit_comment',
    'telescope',
    '0123456.',
  ],
  [
    'a status',
    { payload: { actor, repository, commit_status: { name: 'build', state: 'SUCCESSFUL' } } },
    'change_commit_status',
    'telescope',
    'build reports successful.',
  ],
  ['an issue', bitbucketIssue, 'issue_created', ISSUE, 'Iris Lindqvist opened [issue #8]('],
  [
    'a changed issue',
    changed(bitbucketIssue, { changes: { status: {} } }),
    'issue_updated',
    ISSUE,
    'updated',
  ],
  ['a comment on an issue', changed(bitbucketIssue, { comment }), 'issue_commented', ISSUE, 'Agreed.'],
  [
    'an opened request',
    bitbucketPullRequest,
    'pull_request_created',
    PULL_REQUEST,
    'from `satellites` to `main`.',
  ],
  ['an updated request', pullRequest('updated'), 'pull_request_updated', PULL_REQUEST, 'updated'],
  ['an approved request', pullRequest('approved'), 'pull_request_approved', PULL_REQUEST, 'approved'],
  ['a withdrawn approval', pullRequest('unapproved'), 'pull_request_unapproved', PULL_REQUEST, 'withdrew'],
  ['a merged request', pullRequest('fulfilled'), 'pull_request_fulfilled', PULL_REQUEST, 'merged'],
  ['a declined request', pullRequest('rejected'), 'pull_request_rejected', PULL_REQUEST, 'declined'],
  [
    'a comment on a request',
    pullRequest('comment_created', { comment }),
    'pull_request_comment_created',
    PULL_REQUEST,
    '[commented](',
  ],
  [
    'an edited comment',
    pullRequest('comment_updated', { comment }),
    'pull_request_comment_updated',
    PULL_REQUEST,
    '[edited a comment](',
  ],
  [
    'a deleted comment',
    pullRequest('comment_deleted', { comment }),
    'pull_request_comment_deleted',
    PULL_REQUEST,
    '[deleted a comment](',
  ],
  [
    'a changed repository',
    { payload: { actor, repository, changes: { name: {} } } },
    'repo:updated',
    'telescope',
    'changed `name` of the repository.',
  ],
])('%s is posted', (_name, sample, event, topic, part) => {
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
