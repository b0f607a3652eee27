import type { WebhookSample } from '../compose-sample.ts';

const HOME = 'https://gitlab.example.org/lyra/dome-control';

const project = { name: 'dome-control', web_url: HOME, visibility_level: 20 };
const user = { name: 'Mateo Quispe', username: 'mateoq' };

export const gitlabPush = {
  headers: { 'X-GitLab-Event': 'Push Hook' },
  payload: {
    object_kind: 'push',
    event_name: 'push',
    ref: 'refs/heads/shutters',
    before: '77aa01c4e5f2b6d8093c1e7f5a4b2d6c8e0f1a23',
    after: '9be34d10c7a8f6e5241b3c0d9e8f7a6b5c4d3e2f',
    user_name: 'Mateo Quispe',
    user_username: 'mateoq',
    project,
    commits: [
      {
        id: '9be34d10c7a8f6e5241b3c0d9e8f7a6b5c4d3e2f',
        message: 'Close the shutters in the rain',
        url: `${HOME}/-/commit/9be34d10`,
        author: { name: 'Mateo Quispe' },
      },
    ],
    total_commits_count: 1,
  },
} satisfies WebhookSample;

export const gitlabMergeRequest = {
  headers: { 'X-GitLab-Event': 'Merge Request Hook' },
  payload: {
    object_kind: 'merge_request',
    user,
    project,
    object_attributes: {
      iid: 12,
      title: 'Shutters close by themselves',
      description: 'The rain sensor decides.<!-- keep it short -->',
      url: `${HOME}/-/merge_requests/12`,
      action: 'open',
      source_branch: 'shutters',
      target_branch: 'main',
    },
    assignees: [{ name: 'Iris Lindqvist', username: 'iris' }],
  },
} satisfies WebhookSample;

export const gitlabIssue = {
  headers: { 'X-GitLab-Event': 'Issue Hook' },
  payload: {
    object_kind: 'issue',
    user,
    project,
    object_attributes: {
      iid: 3,
      title: 'The dome squeaks',
      description: 'Oil it.',
      url: `${HOME}/-/issues/3`,
      action: 'open',
    },
  },
} satisfies WebhookSample;

export const gitlabNote = {
  headers: { 'X-GitLab-Event': 'Note Hook' },
  payload: {
    object_kind: 'note',
    user,
    project,
    object_attributes: {
      note: 'Tested with a watering can.',
      noteable_type: 'MergeRequest',
      url: `${HOME}/-/merge_requests/12#note_5`,
    },
    merge_request: { iid: 12, title: 'Shutters close by themselves', url: `${HOME}/-/merge_requests/12` },
  },
} satisfies WebhookSample;

export const gitlabPipeline = {
  headers: { 'X-GitLab-Event': 'Pipeline Hook' },
  payload: {
    object_kind: 'pipeline',
    user,
    project,
    object_attributes: { id: 204, ref: 'main', status: 'success' },
    builds: [
      { id: 901, name: 'unit tests', status: 'success' },
      { id: 902, name: 'package', status: 'success', artifacts_file: { filename: 'dome.tar.gz' } },
    ],
  },
} satisfies WebhookSample;

export const gitlabSamples = [
  gitlabMergeRequest,
  gitlabPipeline,
  gitlabNote,
] satisfies readonly WebhookSample[];
