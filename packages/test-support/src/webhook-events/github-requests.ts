import type { WebhookSample } from '@parley/server/chat/incoming-webhooks/compose-sample.ts';
import {
  githubComment,
  githubIssue,
  githubPullRequest,
  githubPush,
} from '@parley/server/chat/incoming-webhooks/samples/github.ts';
import { changed, underHeader } from '../webhook-samples.ts';
import type { WebhookEvent } from './webhook-event.ts';

const { pull_request } = githubPullRequest.payload;

const PULL_REQUEST = 'star-map / PR #58 Show planets on the map';
const ISSUE = 'star-map / issue #41 Planets are missing';

export function onPullRequest(action: string, more: object = {}): WebhookSample {
  return changed(githubPullRequest, { action, ...more });
}

export const review = { state: 'approved', html_url: 'https://github.com/r/1', body: 'Lovely.' };

/** Events of pushes, pull requests and issues. */
export const githubRequestEvents: readonly WebhookEvent[] = [
  ['a push', githubPush, 'push_commits', 'star-map / main', 'amara-o [pushed]('],
  [
    'a forced push',
    changed(githubPush, { forced: true }),
    'push_commits',
    'star-map / main',
    '[force-pushed](',
  ],
  [
    'a deleted branch',
    changed(githubPush, { deleted: true, commits: [] }),
    'push_commits',
    'star-map / main',
    'deleted the branch `main`',
  ],
  [
    'an empty push',
    changed(githubPush, { commits: [] }),
    'push_commits',
    'star-map / main',
    'without new commits',
  ],
  ['a tag', changed(githubPush, { ref: 'refs/tags/v1' }), 'push_tags', 'star-map', 'pushed the tag [v1]('],
  [
    'an opened request',
    githubPullRequest,
    'opened_pull_request',
    PULL_REQUEST,
    'from `planets` to `main` (assigned to jonasf)',
  ],
  [
    'new commits of a request',
    onPullRequest('synchronize'),
    'updated_pull_request',
    PULL_REQUEST,
    'pushed commits to [PR #58](',
  ],
  [
    'an edited request',
    onPullRequest('edited', { changes: { body: { from: 'x' } } }),
    'updated_pull_request',
    PULL_REQUEST,
    'edited the description of [PR #58](',
  ],
  [
    'a merged request',
    onPullRequest('closed', { pull_request: { ...pull_request, merged: true } }),
    'closed_pull_request',
    PULL_REQUEST,
    'amara-o merged [PR #58](',
  ],
  [
    'a closed request',
    onPullRequest('closed'),
    'closed_pull_request',
    PULL_REQUEST,
    'closed without merge [PR #58](',
  ],
  [
    'an assigned request',
    onPullRequest('assigned', { assignee: { login: 'iris' } }),
    'assigned_or_unassigned_pull_request',
    PULL_REQUEST,
    'assigned [PR #58](https://github.com/lyra-observatory/star-map/pull/58) to iris.',
  ],
  [
    'a request for review',
    onPullRequest('review_requested', { requested_reviewer: { login: 'iris' } }),
    'pull_request_review_requested',
    PULL_REQUEST,
    'from iris.',
  ],
  [
    'a request for review by a team',
    onPullRequest('review_requested', { requested_team: { name: 'Optics' } }),
    'pull_request_review_requested',
    PULL_REQUEST,
    'from the team Optics.',
  ],
  [
    'a withdrawn request for review',
    onPullRequest('review_request_removed', { requested_reviewer: { login: 'iris' } }),
    'pull_request_review_request_removed',
    PULL_REQUEST,
    'withdrew',
  ],
  [
    'a request that is ready',
    onPullRequest('ready_for_review'),
    'pull_request_ready_for_review',
    PULL_REQUEST,
    'as ready for review.',
  ],
  [
    'a draft',
    onPullRequest('converted_to_draft'),
    'pull_request_converted_to_draft',
    PULL_REQUEST,
    'to a draft.',
  ],
  [
    'a locked request',
    onPullRequest('locked'),
    'locked_or_unlocked_pull_request',
    PULL_REQUEST,
    'locked [PR #58](',
  ],
  [
    'automatic merging',
    onPullRequest('auto_merge_enabled'),
    'pull_request_auto_merge',
    PULL_REQUEST,
    'enabled automatic merging',
  ],
  [
    'a milestone',
    onPullRequest('milestoned', { milestone: { title: 'Spring' } }),
    'pull_request_milestoned_or_demilestoned',
    PULL_REQUEST,
    'to the milestone Spring.',
  ],
  [
    'a label',
    onPullRequest('unlabeled', { label: { name: 'bug' } }),
    'pull_request_labeled_or_unlabeled',
    PULL_REQUEST,
    'removed the label bug from',
  ],
  [
    'the merge queue',
    onPullRequest('enqueued'),
    'pull_request_enqueued_or_dequeued',
    PULL_REQUEST,
    'to the merge queue.',
  ],
  [
    'a review',
    underHeader(onPullRequest('submitted', { review }), { 'X-GitHub-Event': 'pull_request_review' }),
    'pull_request_review',
    PULL_REQUEST,
    'amara-o approved [PR #58](',
  ],
  [
    'a comment of a review',
    underHeader(onPullRequest('created', { comment: { body: 'Why?' } }), {
      'X-GitHub-Event': 'pull_request_review_comment',
    }),
    'pull_request_review_comment',
    PULL_REQUEST,
    'Why?',
  ],
  ['an issue', githubIssue, 'issues', ISSUE, 'amara-o opened [issue #41]('],
  [
    'a closed issue',
    changed(githubIssue, { action: 'closed' }),
    'issues',
    ISSUE,
    'amara-o closed [issue #41](',
  ],
  [
    'a labeled issue',
    changed(githubIssue, { action: 'labeled', label: { name: 'sky' } }),
    'issue_labeled_or_unlabeled',
    ISSUE,
    'added the label sky to',
  ],
  [
    'an issue in a milestone',
    changed(githubIssue, { action: 'demilestoned', milestone: { title: 'May' } }),
    'issue_milestoned_or_demilestoned',
    ISSUE,
    'from the milestone May.',
  ],
  [
    'a transferred issue',
    changed(githubIssue, { action: 'transferred', changes: { new_repository: { full_name: 'lyra/other' } } }),
    'issues_transferred',
    ISSUE,
    'to lyra/other.',
  ],
  [
    'an issue that arrives by transfer',
    changed(githubIssue, { changes: { old_issue: {}, old_repository: { full_name: 'lyra/old' } } }),
    'issues_opened_via_transfer',
    ISSUE,
    'from lyra/old.',
  ],
  ['a comment', githubComment, 'issue_comment', ISSUE, '[commented]('],
  [
    'a comment on a request',
    changed(githubComment, { issue: { ...githubComment.payload.issue, pull_request: {} } }),
    'issue_comment',
    'star-map / PR #41 Planets are missing',
    '[PR #41](',
  ],
];
