import type { WebhookSample } from '@parley/server/chat/incoming-webhooks/compose-sample.ts';
import {
  bitbucketIssue,
  bitbucketPullRequest,
  bitbucketPush,
} from '@parley/server/chat/incoming-webhooks/samples/bitbucket.ts';
import { changed, underHeader } from '../webhook-samples.ts';
import type { WebhookEvent } from './webhook-event.ts';

const PULL_REQUEST = 'telescope / PR #21 Follow satellites';
const ISSUE = 'telescope / issue #8 Mirror fogs up';

const { actor, repository } = bitbucketIssue.payload;
const comment = { content: { raw: 'Agreed.' }, links: { html: { href: 'https://bitbucket.org/c/1' } } };
const [branchChange] = bitbucketPush.payload.push.changes;

export function pushOf(change: object): WebhookSample {
  return changed(bitbucketPush, { push: { changes: [{ ...branchChange, ...change }] } });
}

export function pullRequest(key: string, more: object = {}): WebhookSample {
  return underHeader(changed(bitbucketPullRequest, more), { 'X-Event-Key': `pullrequest:${key}` });
}

export const bitbucketEvents: readonly WebhookEvent[] = [
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
];
