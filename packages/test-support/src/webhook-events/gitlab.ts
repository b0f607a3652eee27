import type { WebhookSample } from '@parley/server/chat/incoming-webhooks/compose-sample.ts';
import {
  gitlabIssue,
  gitlabMergeRequest,
  gitlabNote,
  gitlabPipeline,
  gitlabPush,
} from '@parley/server/chat/incoming-webhooks/samples/gitlab.ts';
import { changed, underHeader } from '../webhook-samples.ts';
import type { WebhookEvent } from './webhook-event.ts';

const MERGE_REQUEST = 'dome-control / MR #12 Shutters close by themselves';
const ISSUE = 'dome-control / issue #3 The dome squeaks';
const NOTHING = '0'.repeat(40);

const { project, user } = gitlabIssue.payload;

export function hook(header: string, payload: object): WebhookSample {
  return { headers: { 'X-GitLab-Event': header }, payload: { project, user, ...payload } };
}

export function mergeRequest(action: string, attributes: object = {}, more: object = {}): WebhookSample {
  const { object_attributes } = gitlabMergeRequest.payload;
  return changed(gitlabMergeRequest, {
    object_attributes: { ...object_attributes, ...attributes, action },
    ...more,
  });
}

function issue(action: string | undefined, header = 'Issue Hook'): WebhookSample {
  const { object_attributes } = gitlabIssue.payload;
  return underHeader(changed(gitlabIssue, { object_attributes: { ...object_attributes, action } }), {
    'X-GitLab-Event': header,
  });
}

function note(noteable_type: string, subject: object, header = 'Note Hook'): WebhookSample {
  return hook(header, { object_attributes: { note: 'Hm.', noteable_type }, ...subject });
}

const job = { ref: 'main', build_id: 5, build_name: 'lint', build_stage: 'test', build_status: 'failed' };

export const gitlabEvents: readonly WebhookEvent[] = [
  ['a push', gitlabPush, 'Push Hook', 'dome-control / shutters', '1 commit to branch `shutters`.'],
  [
    'a deleted branch',
    changed(gitlabPush, { after: NOTHING, commits: [] }),
    'Push Hook',
    'dome-control / shutters',
    'deleted the branch',
  ],
  [
    'an empty push',
    changed(gitlabPush, { commits: [] }),
    'Push Hook',
    'dome-control / shutters',
    'without new commits',
  ],
  [
    'a cut list of commits',
    changed(gitlabPush, { total_commits_count: 60 }),
    'Push Hook',
    'dome-control / shutters',
    'and 40 more commits',
  ],
  [
    'a tag',
    underHeader(changed(gitlabPush, { ref: 'refs/tags/v2' }), { 'X-GitLab-Event': 'Tag Push Hook' }),
    'Tag Push Hook',
    'dome-control',
    'pushed the tag [v2](',
  ],
  [
    'a deleted tag',
    underHeader(changed(gitlabPush, { ref: 'refs/tags/v2', after: NOTHING }), {
      'X-GitLab-Event': 'Tag Push Hook',
    }),
    'Tag Push Hook',
    'dome-control',
    'deleted the tag v2.',
  ],
  ['an issue', gitlabIssue, 'Issue Hook open', ISSUE, 'mateoq opened [issue #3]('],
  ['an issue without an action', issue(undefined), 'Issue Hook open', ISSUE, 'mateoq opened [issue #3]('],
  ['a closed issue', issue('close'), 'Issue Hook close', ISSUE, 'closed'],
  [
    'a confidential issue',
    issue('reopen', 'Confidential Issue Hook'),
    'Confidential Issue Hook reopen',
    ISSUE,
    'reopened',
  ],
  ['a comment on a request', gitlabNote, 'Note Hook MergeRequest', MERGE_REQUEST, 'on [MR #12]('],
  [
    'a comment on an issue',
    note('Issue', { issue: { iid: 3, title: 'The dome squeaks' } }),
    'Note Hook Issue',
    ISSUE,
    'commented on issue #3.',
  ],
  [
    'a confidential comment',
    note('Issue', { issue: { iid: 3, title: 'The dome squeaks' } }, 'Confidential Note Hook'),
    'Confidential Note Hook Issue',
    ISSUE,
    'Hm.',
  ],
  [
    'a comment on a commit',
    note('Commit', { commit: { id: '0123456789', url: 'https://x.example/c' } }),
    'Note Hook Commit',
    'dome-control',
    'commit [0123456](',
  ],
  [
    'a comment on a snippet',
    note('Snippet', { snippet: { id: 2, title: 'Motor' } }),
    'Note Hook Snippet',
    'dome-control / snippet #2 Motor',
    'snippet #2',
  ],
  [
    'a comment on a design',
    note('DesignManagement::Design', {}),
    'Note Hook DesignManagement::Design',
    'dome-control',
    'a design',
  ],
  [
    'an opened request',
    gitlabMergeRequest,
    'Merge Request Hook open',
    MERGE_REQUEST,
    'from `shutters` to `main` (assigned to iris)',
  ],
  ['a merged request', mergeRequest('merge'), 'Merge Request Hook merge', MERGE_REQUEST, 'merged [MR #12]('],
  ['an approved request', mergeRequest('approved'), 'Merge Request Hook approved', MERGE_REQUEST, 'approved'],
  [
    'new commits of a request',
    mergeRequest('update', { oldrev: 'a', last_commit: { id: 'abcdef0123' } }),
    'Merge Request Hook update',
    MERGE_REQUEST,
    'added commits to',
  ],
  [
    'new assignees of a request',
    mergeRequest('update', {}, { changes: { assignees: {} } }),
    'Merge Request Hook update',
    MERGE_REQUEST,
    'changed the assignees of',
  ],
  [
    'another update of a request',
    mergeRequest('update'),
    'Merge Request Hook update',
    MERGE_REQUEST,
    'updated',
  ],
  [
    'a wiki page',
    hook('Wiki Page Hook', { object_attributes: { title: 'Motors', action: 'create' } }),
    'Wiki Page Hook create',
    'dome-control',
    'created the wiki page Motors.',
  ],
  ['a job', hook('Job Hook', job), 'Job Hook', 'dome-control / main', 'of stage `test` is now: failed.'],
  ['a build', hook('Build Hook', job), 'Build Hook', 'dome-control / main', '/-/jobs/5)'],
  ['a pipeline', gitlabPipeline, 'Pipeline Hook', 'dome-control / main', '([artifacts]('],
  [
    'a release',
    hook('Release Hook', { action: 'create', name: 'Two', tag: 'v2', description: 'Quiet.' }),
    'Release Hook',
    'dome-control',
    'New release Two for the tag `v2`.',
  ],
  [
    'a feature flag',
    hook('Feature Flag Hook', { object_attributes: { name: 'night', active: true } }),
    'Feature Flag Hook',
    'dome-control',
    '`night` on.',
  ],
  [
    'an access token of a group',
    {
      headers: { 'X-GitLab-Event': 'Resource Access Token Hook' },
      payload: { group: { group_name: 'lyra' }, object_attributes: { name: 'ci', expires_at: '2026-04-01' } },
    },
    'Resource Access Token Hook',
    'lyra',
    '`ci` expires on 2026-04-01.',
  ],
  [
    'a deployment',
    hook('Deployment Hook', { status: 'success', environment: 'dome' }),
    'Deployment Hook',
    'dome-control / dome',
    'is now: success.',
  ],
  [
    'an emoji',
    hook('Emoji Hook', { event_type: 'award', object_attributes: { name: 'star', awardable_type: 'Issue' } }),
    'Emoji Hook award',
    'dome-control',
    'added the emoji :star: on issue.',
  ],
  [
    'a system hook',
    underHeader(gitlabPush, { 'X-GitLab-Event': 'System Hook' }),
    'Push Hook',
    'dome-control / shutters',
    '1 commit',
  ],
  [
    'a system hook of a request',
    underHeader(gitlabMergeRequest, { 'X-GitLab-Event': 'System Hook' }),
    'Merge Request Hook open',
    MERGE_REQUEST,
    'opened',
  ],
];
