import type { WebhookSample } from '../compose-sample.ts';

/** Samples of Azure DevOps. */

const repository = {
  id: 'r-31',
  name: 'star-map',
  project: { id: 'p-2', name: 'sky' },
  remoteUrl: 'https://dev.azure.com/lyra/sky/_git/star-map',
};
const iris = { displayName: 'Iris Lindqvist', uniqueName: 'iris@lyra.example.org' };

function event(eventType: string, resource: object) {
  return { payload: { id: 'e-1', eventType, publisherId: 'tfs', resource } } satisfies WebhookSample;
}

export const azurePush = event('git.push', {
  commits: [
    {
      commitId: '4f1d9c07be8a53e2610f7d94ac35b8e6021dd7aa',
      author: { name: 'Amara Okonkwo', email: 'amara@lyra.example.org', date: '2026-03-02T21:58:00Z' },
      comment: 'Draw the constellation of Lyra',
    },
  ],
  refUpdates: [
    {
      name: 'refs/heads/main',
      oldObjectId: '1b8ff31c52be4d5f8c2a7a5ec1bb3ac28dcd4a11',
      newObjectId: '4f1d9c07be8a53e2610f7d94ac35b8e6021dd7aa',
    },
  ],
  repository,
  pushedBy: iris,
  pushId: 14,
});

export const azurePullRequest = event('git.pullrequest.created', {
  repository,
  pullRequestId: 21,
  status: 'active',
  createdBy: iris,
  title: 'Follow satellites',
  description: 'They move fast, so the guider predicts where they will be.',
  sourceRefName: 'refs/heads/satellites',
  targetRefName: 'refs/heads/main',
  mergeStatus: 'succeeded',
  _links: { web: { href: 'https://dev.azure.com/lyra/sky/_git/star-map/pullrequest/21' } },
});

export const azureWorkItem = event('workitem.updated', {
  id: 2,
  workItemId: 31,
  rev: 2,
  revisedBy: iris,
  fields: {
    'System.Rev': { oldValue: '1', newValue: '2' },
    'System.State': { oldValue: 'New', newValue: 'Active' },
    'System.AssignedTo': { newValue: 'Mateo Quispe <mateo@lyra.example.org>' },
  },
  revision: {
    id: 31,
    rev: 2,
    fields: {
      'System.TeamProject': 'sky',
      'System.WorkItemType': 'Bug',
      'System.State': 'Active',
      'System.Title': 'The dome sticks at 40 degrees',
      'System.ChangedBy': 'Iris Lindqvist <iris@lyra.example.org>',
    },
  },
  _links: { html: { href: 'https://dev.azure.com/lyra/sky/_workitems/edit/31' } },
});

export const azureBuild = event('build.complete', {
  id: 77,
  buildNumber: '20260302.4',
  status: 'completed',
  result: 'succeeded',
  sourceBranch: 'refs/heads/main',
  startTime: '2026-03-02T22:00:00Z',
  finishTime: '2026-03-02T22:06:40Z',
  definition: { id: 3, name: 'star-map tests' },
  requestedFor: iris,
  _links: { web: { href: 'https://dev.azure.com/lyra/sky/_build/results?buildId=77' } },
});

export const azuredevopsSamples = [
  azurePush,
  azurePullRequest,
  azureWorkItem,
  azureBuild,
] satisfies readonly WebhookSample[];
