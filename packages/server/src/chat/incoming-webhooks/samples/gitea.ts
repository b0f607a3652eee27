import type { WebhookSample } from '../compose-sample.ts';

const HOME = 'https://git.example.org/lyra/almanac';

const repository = { name: 'almanac', full_name: 'lyra/almanac', html_url: HOME };
const sender = { login: 'jonas', username: 'jonas' };

const push = {
  ref: 'refs/heads/main',
  compare_url: `${HOME}/compare/0d1e2f...a9b8c7`,
  commits: [
    {
      id: 'a9b8c7d6e5f40312a4b5c6d7e8f9012233445566',
      message: 'Add the eclipse of August\n',
      url: `${HOME}/commit/a9b8c7d6`,
      author: { name: 'Jonas Feld', username: 'jonas' },
    },
  ],
  repository,
  pusher: sender,
  sender,
};

const pullRequest = {
  action: 'opened',
  number: 7,
  pull_request: {
    id: 1007,
    number: 7,
    title: 'Tides of the next year',
    body: 'Computed for the harbor.',
    html_url: `${HOME}/pulls/7`,
    head: { ref: 'tides' },
    base: { ref: 'main' },
    merged: false,
  },
  repository,
  sender,
};

/** The same payloads under the headers of Gitea or Gogs. */
export function giteaFamilySamples(header: string) {
  const under = (event: string, payload: object): WebhookSample => ({
    headers: { [header]: event },
    payload,
  });
  return {
    push: under('push', push),
    create: under('create', { ref: 'tides', ref_type: 'branch', repository, sender }),
    pullRequest: under('pull_request', pullRequest),
    merged: under('pull_request', {
      ...pullRequest,
      action: 'closed',
      pull_request: { ...pullRequest.pull_request, merged: true, merged_by: { username: 'iris' } },
    }),
    issue: under('issues', {
      action: 'opened',
      issue: { number: 4, title: 'Leap seconds', body: 'Are they handled?', html_url: `${HOME}/issues/4` },
      repository,
      sender,
    }),
    comment: under('issue_comment', {
      action: 'created',
      issue: { number: 4, title: 'Leap seconds', html_url: `${HOME}/issues/4` },
      comment: { html_url: `${HOME}/issues/4#issuecomment-2`, body: 'They are now.' },
      repository,
      sender,
    }),
    release: under('release', {
      action: 'published',
      release: {
        tag_name: 'v3.1',
        name: 'Autumn sky',
        body: 'Corrected tables.',
        html_url: `${HOME}/releases/tag/v3.1`,
      },
      repository,
      sender,
    }),
  };
}

const gitea = giteaFamilySamples('X-Gitea-Event');
export const giteaSamples = [gitea.release, gitea.push];
const gogs = giteaFamilySamples('X-Gogs-Event');
export const gogsSamples = [gogs.push, gogs.comment];
