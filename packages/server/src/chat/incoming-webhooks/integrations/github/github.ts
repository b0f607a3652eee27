import { unsupportedEvent } from '../../errors.ts';
import { branchOf, isWantedBranch } from '../../git-hosts.ts';
import {
  composeByEvent,
  entryOf,
  eventHeader,
  type EventTable,
  type Integration,
  type WebhookDelivery,
} from '../../integration.ts';
import { issueEvent, issueTable } from './issues.ts';
import { organizationTable } from './organization.ts';
import { PULL_REQUEST_EVENTS, pullRequestTable } from './pull-requests.ts';
import { repositoryTable } from './repository.ts';
import { signedIn } from '../../signatures.ts';

const NAME = 'github';

const table: EventTable = { ...repositoryTable, ...pullRequestTable, ...issueTable, ...organizationTable };

export const github: Integration = {
  name: NAME,
  displayName: 'GitHub',
  events: Object.keys(table),
  options: [
    { key: 'branches', label: 'Branches whose pushes are posted, separated by commas', input: 'text' },
    { key: 'ignore_private_repositories', label: 'Drop events of private repositories', input: 'checkbox' },
    {
      key: 'include_repository_name',
      label: 'Name the repository in messages about pushes',
      input: 'checkbox',
    },
  ],
  deliveryHeader: 'x-github-delivery',
  signature: signedIn('X-Hub-Signature-256', 'sha256='),
  usersBy: 'github',
  about:
    'Posts pushes, pull requests, reviews, issues, releases, checks, deployments, discussions and changes of a repository or organization.',
  setup:
    'In the settings of the repository or organization choose Webhooks, then add a webhook. Paste the address as payload URL and choose `application/json` as content type.',
  compose: composeByEvent(NAME, table, eventOf),
};

/** Headers of events that say nothing to readers, or nothing that another event does not say. */
const DROPPED: ReadonlySet<string> = new Set([
  'check_suite',
  'label',
  'meta',
  'milestone',
  'organization',
  'project_card',
  'repository_vulnerability_alert',
]);

/** The event type; undefined for events that are dropped. */
function eventOf(delivery: WebhookDelivery): string | undefined {
  const { payload, options } = delivery;
  const header = eventHeader(delivery, 'X-GitHub-Event');
  if (DROPPED.has(header)) return undefined;
  if (options.ignore_private_repositories === true && payload.flag('repository.private')) return undefined;
  switch (header) {
    case 'push':
      return pushEvent(delivery);
    case 'pull_request':
      return entryOf(PULL_REQUEST_EVENTS, payload.text('action'));
    case 'issues':
      return issueEvent(delivery);
    case 'check_run':
      return payload.text('check_run.status') === 'completed' ? header : undefined;
    case 'team':
      return payload.text('action') === 'edited' ? header : undefined;
    case 'sponsorship':
      return payload.text('action');
    default:
      if (!HEADERS.has(header)) throw unsupportedEvent(NAME, header);
      return header;
  }
}

/** Headers that are event types themselves; the other types depend on the action too. */
const HEADERS: ReadonlySet<string> = new Set([
  'commit_comment',
  'create',
  'delete',
  'deployment',
  'deployment_status',
  'discussion',
  'discussion_comment',
  'fork',
  'gollum',
  'issue_comment',
  'member',
  'membership',
  'page_build',
  'ping',
  'public',
  'pull_request_review',
  'pull_request_review_comment',
  'release',
  'repository',
  'repository_advisory',
  'star',
  'status',
  'team_add',
  'watch',
]);

/** Branches of the merge queue are temporary. */
function pushEvent({ payload, options }: WebhookDelivery): string | undefined {
  const branch = branchOf(payload.text('ref'));
  if (branch === undefined) return 'push_tags';
  if (branch.startsWith('gh-readonly-queue/') || !isWantedBranch(options, branch)) return undefined;
  return 'push_commits';
}
