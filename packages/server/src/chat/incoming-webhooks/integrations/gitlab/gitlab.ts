import { unsupportedEvent } from '../../errors.ts';
import { branchOf, isWantedBranch } from '../../git-hosts.ts';
import {
  composeByEvent,
  entryOf,
  eventHeader,
  isTopicShown,
  type EventTable,
  type Integration,
  type WebhookDelivery,
} from '../../integration.ts';
import { link } from '../../markdown.ts';
import { repositoryTable } from './repository.ts';
import { project, projectUrl } from './subjects.ts';
import { ticketTable } from './tickets.ts';
import { secretIn } from '../../signatures.ts';

const NAME = 'gitlab';
const HEADER = 'X-GitLab-Event';

const table: EventTable = { ...repositoryTable, ...ticketTable };
const composeEvent = composeByEvent(NAME, table, eventOf);

export const gitlab: Integration = {
  name: NAME,
  displayName: 'GitLab',
  events: Object.keys(table),
  options: [
    { key: 'branches', label: 'Branches whose pushes are posted, separated by commas', input: 'text' },
    { key: 'ignore_private_projects', label: 'Drop events of private projects', input: 'checkbox' },
    {
      key: 'use_merge_request_title',
      label: 'Show the titles of merge requests in topics',
      input: 'checkbox_enabled',
    },
  ],
  deliveryHeader: 'x-gitlab-event-uuid',
  signature: secretIn('X-Gitlab-Token'),
  usersBy: 'gitlab',
  about:
    'Posts pushes, merge requests, issues, comments, pipelines, jobs, releases, deployments and wiki pages. System hooks work too.',
  setup:
    'In the settings of the project or group choose Webhooks, then add a webhook. Paste the address as URL and choose the triggers.',
  compose: (delivery) => {
    const messages = composeEvent(delivery);
    // Messages of several projects can meet in a topic of the user, or in a direct conversation.
    if (isTopicShown(delivery.options) || messages === 'account') return messages;
    return messages.map((message) => ({
      ...message,
      content: `${link(project(delivery), projectUrl(delivery))}: ${message.content}`,
    }));
  },
};

/** The visibility level of private projects. */
const PRIVATE = 0;

/** The hooks of a project, by the kind of event that a system hook names. */
const SYSTEM_EVENTS: Readonly<Record<string, string>> = {
  push: 'Push Hook',
  tag_push: 'Tag Push Hook',
  merge_request: 'Merge Request Hook',
  issue: 'Issue Hook',
  note: 'Note Hook',
  wiki_page: 'Wiki Page Hook',
  pipeline: 'Pipeline Hook',
  build: 'Job Hook',
  release: 'Release Hook',
  deployment: 'Deployment Hook',
  emoji: 'Emoji Hook',
};

/** The path of the value that completes the name of an event. */
const DETAILS: Readonly<Record<string, string>> = {
  'Issue Hook': 'object_attributes.action',
  'Confidential Issue Hook': 'object_attributes.action',
  'Merge Request Hook': 'object_attributes.action',
  'Wiki Page Hook': 'object_attributes.action',
  'Note Hook': 'object_attributes.noteable_type',
  'Confidential Note Hook': 'object_attributes.noteable_type',
  'Emoji Hook': 'event_type',
};

function eventOf(delivery: WebhookDelivery): string | undefined {
  const { payload, options } = delivery;
  const hook = hookOf(delivery);
  if (
    options.ignore_private_projects === true &&
    (payload.numberIf('project.visibility_level') ?? payload.numberIf('repository.visibility_level')) ===
      PRIVATE
  )
    return undefined;
  if (hook === 'Push Hook') {
    const branch = branchOf(payload.text('ref')) ?? '';
    return isWantedBranch(options, branch) ? hook : undefined;
  }
  const detail = entryOf(DETAILS, hook);
  return detail === undefined ? hook : `${hook} ${payload.textIf(detail) ?? 'open'}`;
}

function hookOf(delivery: WebhookDelivery): string {
  const { payload } = delivery;
  const hook = eventHeader(delivery, HEADER);
  if (hook !== 'System Hook') return hook;
  const kind = payload.textIf('event_name') ?? payload.textIf('object_kind') ?? '';
  const known = entryOf(SYSTEM_EVENTS, kind) ?? entryOf(SYSTEM_EVENTS, payload.textIf('object_kind'));
  if (known === undefined) throw unsupportedEvent(NAME, `System Hook ${kind}`);
  return known;
}
