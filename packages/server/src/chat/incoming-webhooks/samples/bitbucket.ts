import type { WebhookSample } from '../compose-sample.ts';

const HOME = 'https://bitbucket.org/lyra/telescope';

function at(path: string) {
  return { html: { href: `${HOME}${path}` } };
}

const repository = { name: 'telescope', full_name: 'lyra/telescope', links: at('') };
const actor = { display_name: 'Iris Lindqvist', nickname: 'iris' };

export const bitbucketPush = {
  headers: { 'X-Event-Key': 'repo:push' },
  payload: {
    actor,
    repository,
    push: {
      changes: [
        {
          new: { type: 'branch', name: 'main', target: { hash: 'c0ffee1234567890' } },
          old: { type: 'branch', name: 'main' },
          forced: false,
          truncated: false,
          links: at('/branches/compare/c0ffee..beef'),
          commits: [
            {
              hash: 'c0ffee1234567890c0ffee1234567890c0ffee12',
              message: 'Track comets',
              links: at('/commits/c0ffee1'),
              author: { raw: 'Iris Lindqvist <iris@example.org>', user: actor },
            },
          ],
        },
        {
          new: { type: 'tag', name: 'v0.9', links: at('/commits/tag/v0.9') },
          old: null,
          links: at('/commits/tag/v0.9'),
        },
      ],
    },
  },
} satisfies WebhookSample;

export const bitbucketPullRequest = {
  headers: { 'X-Event-Key': 'pullrequest:created' },
  payload: {
    actor,
    repository,
    pullrequest: {
      id: 21,
      title: 'Follow satellites',
      description: 'With a faster motor.',
      links: at('/pull-requests/21'),
      source: { branch: { name: 'satellites' } },
      destination: { branch: { name: 'main' } },
    },
  },
} satisfies WebhookSample;

export const bitbucketIssue = {
  headers: { 'X-Event-Key': 'issue:created' },
  payload: {
    actor,
    repository,
    issue: { id: 8, title: 'Mirror fogs up', content: { raw: 'In the morning.' }, links: at('/issues/8') },
  },
} satisfies WebhookSample;

export const bitbucketSamples = [bitbucketPullRequest, bitbucketPush] satisfies readonly WebhookSample[];
