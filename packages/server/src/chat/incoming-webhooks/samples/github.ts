import type { WebhookSample } from '../compose-sample.ts';

const HOME = 'https://github.com/lyra-observatory/star-map';

const repository = {
  name: 'star-map',
  full_name: 'lyra-observatory/star-map',
  html_url: HOME,
  private: false,
};
const sender = { login: 'amara-o' };

export const githubCommit = {
  id: '4f1d9c07be8a53e2610f7d94ac35b8e6021dd7aa',
  message: 'Draw the constellation of Lyra\n\nVega is brighter now.',
  url: `${HOME}/commit/4f1d9c07be8a53e2610f7d94ac35b8e6021dd7aa`,
  author: { name: 'Amara Okonkwo', username: 'amara-o' },
};

export const githubPush = {
  headers: { 'X-GitHub-Event': 'push' },
  payload: {
    ref: 'refs/heads/main',
    compare: `${HOME}/compare/1c2d3e4f...4f1d9c07`,
    deleted: false,
    forced: false,
    commits: [
      githubCommit,
      {
        id: 'b03e77f1529d6c40aa98e1d2c7f60b5e4d3a9911',
        message: 'Read the catalogue in parts',
        url: `${HOME}/commit/b03e77f1529d6c40aa98e1d2c7f60b5e4d3a9911`,
        author: { name: 'Jonas Feld', username: 'jonasf' },
      },
    ],
    repository,
    sender,
  },
} satisfies WebhookSample;

export const githubPullRequest = {
  headers: { 'X-GitHub-Event': 'pull_request' },
  payload: {
    action: 'opened',
    pull_request: {
      number: 58,
      title: 'Show planets on the map',
      body: 'Positions come from the ephemeris.\n\nCloses #41.',
      html_url: `${HOME}/pull/58`,
      merged: false,
      head: { ref: 'planets' },
      base: { ref: 'main' },
      assignees: [{ login: 'jonasf' }],
    },
    repository,
    sender,
  },
} satisfies WebhookSample;

export const githubIssue = {
  headers: { 'X-GitHub-Event': 'issues' },
  payload: {
    action: 'opened',
    issue: {
      number: 41,
      title: 'Planets are missing',
      body: 'The map shows fixed stars only.',
      html_url: `${HOME}/issues/41`,
      assignees: [],
    },
    repository,
    sender,
  },
} satisfies WebhookSample;

export const githubComment = {
  headers: { 'X-GitHub-Event': 'issue_comment' },
  payload: {
    ...githubIssue.payload,
    action: 'created',
    comment: { html_url: `${HOME}/issues/41#issuecomment-7`, body: 'Jupiter first, please.' },
  },
} satisfies WebhookSample;

export const githubSamples = [
  githubPush,
  githubPullRequest,
  githubComment,
] satisfies readonly WebhookSample[];
