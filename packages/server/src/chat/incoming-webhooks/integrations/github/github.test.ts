import {
  changed,
  messagesAbout,
  refusalOf,
  underHeader,
  withOptions,
} from '@parley/test-support/webhook-samples.ts';
import { expect, test } from 'vitest';
import type { WebhookSample } from '../../compose-sample.ts';
import {
  githubComment,
  githubCommit,
  githubIssue,
  githubPullRequest,
  githubPush,
} from '../../samples/github.ts';
import { github } from './github.ts';

const { pull_request } = githubPullRequest.payload;
const { repository, sender } = githubPush.payload;

const PULL_REQUEST = 'star-map / PR #58 Show planets on the map';
const ISSUE = 'star-map / issue #41 Planets are missing';

function event(header: string, payload: object): WebhookSample {
  return { headers: { 'X-GitHub-Event': header }, payload: { repository, sender, ...payload } };
}

function onPullRequest(action: string, more: object = {}): WebhookSample {
  return changed(githubPullRequest, { action, ...more });
}

const discussion = {
  number: 6,
  title: 'Which sky?',
  html_url: 'https://github.com/d/6',
  body: 'North or south?',
};
const review = { state: 'approved', html_url: 'https://github.com/r/1', body: 'Lovely.' };

test.each<[string, WebhookSample, string, string, string]>([
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
  [
    'a comment on a commit',
    event('commit_comment', { comment: { commit_id: githubCommit.id, body: 'Nice.' } }),
    'commit_comment',
    'star-map',
    '[4f1d9c0](',
  ],
  [
    'a new branch',
    event('create', { ref: 'moon', ref_type: 'branch' }),
    'create',
    'star-map',
    'created the branch `moon`.',
  ],
  [
    'a deleted tag',
    event('delete', { ref: 'v0', ref_type: 'tag' }),
    'delete',
    'star-map',
    'deleted the tag `v0`.',
  ],
  [
    'a fork',
    event('fork', { forkee: { full_name: 'iris/star-map' } }),
    'fork',
    'star-map',
    'as iris/star-map.',
  ],
  [
    'wiki pages',
    event('gollum', { pages: [{ action: 'edited', title: 'Home' }] }),
    'gollum',
    'star-map / wiki pages',
    '* edited Home',
  ],
  [
    'a collaborator',
    event('member', { action: 'added', member: { login: 'iris' } }),
    'member',
    'star-map',
    'added iris as a collaborator',
  ],
  [
    'a build of pages',
    event('page_build', { build: { status: 'built', error: { message: null } } }),
    'page_build',
    'star-map',
    'is built.',
  ],
  ['a ping', event('ping', {}), 'ping', 'star-map', 'The webhook of star-map works.'],
  [
    'a ping of an organization',
    { headers: { 'X-GitHub-Event': 'ping' }, payload: { organization: { login: 'lyra' } } },
    'ping',
    'lyra',
    'lyra works.',
  ],
  ['a public repository', event('public', {}), 'public', 'star-map', 'public.'],
  [
    'a release',
    event('release', { action: 'published', release: { tag_name: 'v1', name: '', body: 'Stars.' } }),
    'release',
    'star-map',
    'the release v1 for the tag `v1`.',
  ],
  [
    'a repository',
    event('repository', { action: 'archived' }),
    'repository',
    'star-map',
    'archived the repository',
  ],
  [
    'an advisory',
    event('repository_advisory', {
      action: 'published',
      repository_advisory: { summary: 'Leak', severity: 'high' },
    }),
    'repository_advisory',
    'star-map',
    'Leak (severity high).',
  ],
  ['a star', event('star', { action: 'created' }), 'star', 'star-map', 'starred ['],
  ['a watcher', event('watch', { action: 'started' }), 'watch', 'star-map', 'watches ['],
  [
    'a status',
    event('status', {
      sha: githubCommit.id,
      state: 'success',
      context: 'ci',
      commit: { commit: { message: 'm' } },
    }),
    'status',
    'star-map',
    'ci reports success for the commit m (4f1d9c0).',
  ],
  [
    'a check',
    event('check_run', {
      check_run: { status: 'completed', conclusion: 'timed_out', name: 'lint', head_sha: githubCommit.id },
    }),
    'check_run',
    'star-map / checks',
    'completed: timed out.',
  ],
  [
    'a deployment',
    event('deployment', { deployment: { environment: 'dome' } }),
    'deployment',
    'star-map / deployment dome',
    'to `dome`.',
  ],
  [
    'a status of a deployment',
    event('deployment_status', {
      deployment: { environment: 'dome' },
      deployment_status: { state: 'failure' },
    }),
    'deployment_status',
    'star-map / deployment dome',
    'is now: failure.',
  ],
  [
    'a discussion',
    event('discussion', { action: 'created', discussion }),
    'discussion',
    'star-map discussion #6: Which sky?',
    'created [discussion #6](',
  ],
  [
    'a comment on a discussion',
    event('discussion_comment', { action: 'created', discussion, comment: { body: 'South.' } }),
    'discussion_comment',
    'star-map discussion #6: Which sky?',
    'South.',
  ],
  [
    'a member of a team',
    event('membership', {
      action: 'added',
      member: { login: 'iris' },
      organization: { login: 'lyra' },
      team: { name: 'Optics' },
    }),
    'membership',
    'lyra',
    'added iris to the team Optics.',
  ],
  [
    'an edited team',
    event('team', {
      action: 'edited',
      team: { name: 'Optics', description: 'Glass' },
      changes: { description: {} },
    }),
    'team',
    'team Optics',
    'Glass',
  ],
  [
    'access of a team',
    event('team_add', { team: { name: 'Optics' } }),
    'team_add',
    'star-map',
    'gave the team Optics access',
  ],
  [
    'a sponsor',
    event('sponsorship', {
      action: 'created',
      sponsorship: { sponsor: { login: 'patron' }, tier: { name: 'Gold' } },
    }),
    'created',
    'sponsors',
    'patron became a sponsor (Gold).',
  ],
])('%s is posted', (_name, sample, type, topic, part) => {
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
  ].map((header): [string, WebhookSample] => [`the event ${header}`, event(header, {})]),
  ['a check in progress', event('check_run', { check_run: { status: 'in_progress' } })],
  ['a branch of the merge queue', changed(githubPush, { ref: 'refs/heads/gh-readonly-queue/main/1' })],
  ['another action of a request', onPullRequest('constructor')],
  ['another action of a team', event('team', { action: 'created' })],
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
  ['an unknown event', event('constructor', {}), 'UNSUPPORTED_WEBHOOK_EVENT_TYPE'],
  ['an event type that is no header', event('push_commits', {}), 'UNSUPPORTED_WEBHOOK_EVENT_TYPE'],
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
