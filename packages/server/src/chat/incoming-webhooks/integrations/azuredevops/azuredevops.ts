import { composeByEvent, type EventTable, type Integration } from '../../integration.ts';
import { branchOf, isWantedBranch } from '../../git-hosts.ts';
import { buildTemplate, releaseTemplate, runTemplate } from './pipelines.ts';
import { commentTemplate, pullRequestTemplate, pushTemplate, refUpdate } from './repository.ts';
import { workItemTemplate } from './work-items.ts';

const NAME = 'azuredevops';

const table: EventTable = {
  'git.push': pushTemplate,
  'git.pullrequest.created': pullRequestTemplate('created'),
  'git.pullrequest.updated': pullRequestTemplate('updated'),
  'git.pullrequest.merged': pullRequestTemplate('merged'),
  'ms.vss-code.git-pullrequest-comment-event': commentTemplate,
  'workitem.created': workItemTemplate('created'),
  'workitem.updated': workItemTemplate('updated'),
  'workitem.commented': workItemTemplate('commented on'),
  'workitem.deleted': workItemTemplate('deleted'),
  'workitem.restored': workItemTemplate('restored'),
  'build.complete': buildTemplate,
  'ms.vss-pipelines.run-state-changed-event': runTemplate,
  'ms.vss-release.deployment-completed-event': releaseTemplate,
};

export const azuredevops: Integration = {
  name: NAME,
  displayName: 'Azure DevOps',
  events: Object.keys(table),
  options: [
    { key: 'branches', label: 'Branches whose pushes are posted, separated by commas', input: 'text' },
  ],
  about: 'Posts pushes, pull requests, comments, work items, builds, runs of pipelines and deployments.',
  setup:
    'In the settings of the project choose Service hooks, then create a subscription of Web Hooks for each event. Paste the address as URL.',
  compose: composeByEvent(NAME, table, ({ payload, options }) => {
    const event = payload.text('eventType');
    if (event !== 'git.push') return event;
    const branch = branchOf(refUpdate(payload).text('name'));
    return branch === undefined || isWantedBranch(options, branch) ? event : undefined;
  }),
};
