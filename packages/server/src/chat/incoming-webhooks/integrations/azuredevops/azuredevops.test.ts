import { messagesAbout, refusalOf, withOptions } from '@parley/test-support/webhook-samples.ts';
import { expect, test } from 'vitest';
import { azureBuild, azurePullRequest, azurePush, azureWorkItem } from '../../samples/azuredevops.ts';
import { azuredevops } from './azuredevops.ts';

const REQUEST = 'star-map / PR #21 Follow satellites';
const BUG = 'sky / Bug #31 The dome sticks at 40 degrees';

function event(eventType: string, resource: object) {
  return { payload: { eventType, resource } };
}

const pushed = azurePush.payload.resource;
const request = azurePullRequest.payload.resource;
const item = azureWorkItem.payload.resource as { revision: { fields: object } };
const fields = { ...item.revision.fields, 'System.History': '<p>It is the <b>wind</b>.</p>' };

test.each<[string, object, string, string]>([
  ['git.push', pushed, 'star-map / main', '1 commit to branch `main`. Commits by Amara Okonkwo (1).'],
  ['git.push', { ...pushed, commits: [] }, 'star-map / main', 'without new commits.'],
  [
    'git.push',
    { ...pushed, refUpdates: [{ name: 'refs/heads/old', newObjectId: '0'.repeat(40) }] },
    'star-map / old',
    'deleted the branch `old`.',
  ],
  [
    'git.push',
    { ...pushed, refUpdates: [{ name: 'refs/tags/v2', newObjectId: 'ab'.repeat(20) }] },
    'star-map',
    'pushed the tag [v2](',
  ],
  ['git.pullrequest.created', request, REQUEST, 'created [PR #21]('],
  ['git.pullrequest.updated', request, REQUEST, 'Iris Lindqvist updated [PR #21]('],
  ['git.pullrequest.updated', { ...request, status: 'abandoned' }, REQUEST, 'abandoned [PR #21]('],
  [
    'git.pullrequest.merged',
    { ...request, closedBy: { displayName: 'Amara' } },
    REQUEST,
    'Amara merged [PR #21](',
  ],
  ['git.pullrequest.merged', { ...request, mergeStatus: 'conflicts' }, REQUEST, 'has conflicts in [PR #21]('],
  [
    'ms.vss-code.git-pullrequest-comment-event',
    { comment: { content: 'Fine.', author: { displayName: 'Amara' } }, pullRequest: request },
    REQUEST,
    'Amara [commented](',
  ],
  ['workitem.created', { id: 31, fields }, BUG, 'A user created Bug #31.'],
  ['workitem.commented', { id: 31, fields }, BUG, '```quote\nIt is the wind.\n```'],
  [
    'workitem.updated',
    item,
    BUG,
    '* changed the state from New to Active\n* changed the assignee to Mateo Quispe',
  ],
  [
    'ms.vss-pipelines.run-state-changed-event',
    { run: { name: '20260302.5', state: 'inProgress' }, pipeline: { name: 'nightly' } },
    'nightly',
    ':info: Run 20260302.5: in progress.',
  ],
  [
    'ms.vss-release.deployment-completed-event',
    {
      environment: { name: 'production', status: 'succeeded', release: { name: 'Release-3' } },
      project: { name: 'sky' },
    },
    'sky',
    ':check: Deployment of Release-3 to production: succeeded.',
  ],
])('%s is posted', (type, resource, topic, part) => {
  expect(messagesAbout(azuredevops, event(type, resource))).toMatchObject([
    { event: type, topic, content: expect.stringContaining(part) as string },
  ]);
});

test('a build is posted with its duration and the user who started it', () => {
  expect(messagesAbout(azuredevops, azureBuild)[0]?.content).toMatch(
    /^:check: .* of `main`: succeeded after 6 minutes 40 seconds\.\n\nStarted by Iris Lindqvist\.$/,
  );
});

test('changes of other fields and pushes to other branches are dropped', () => {
  const rev = { 'System.Rev': { oldValue: 1, newValue: 2 } };
  expect(messagesAbout(azuredevops, event('workitem.updated', { ...item, fields: rev }))).toEqual([]);
  expect(messagesAbout(azuredevops, withOptions(azurePush, { branches: 'next' }))).toEqual([]);
});

test('unknown events and other payloads are refused', () => {
  expect(refusalOf(azuredevops, event('toString', {}))).toBe('UNSUPPORTED_WEBHOOK_EVENT_TYPE');
  expect(refusalOf(azuredevops, event('git.push', { refUpdates: [] }))).toBe('ANOMALOUS_WEBHOOK_PAYLOAD');
  expect(refusalOf(azuredevops, { payload: {} })).toBe('BAD_REQUEST');
});
