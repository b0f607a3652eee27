import { buildText } from '../builds.ts';
import { durationText } from '../durations.ts';
import { branchTopic, isWantedBranch } from '../git-hosts.ts';
import {
  composeByEvent,
  eventHeader,
  type EventTable,
  type Integration,
  type WebhookDelivery,
} from '../integration.ts';
import { paragraphs, quote } from '../markdown.ts';

const NAME = 'netlify';

/** The states of deploys, in words. */
const STATES = {
  deploy_building: 'building',
  deploy_created: 'ready',
  deploy_failed: 'failed',
  deploy_locked: 'locked',
  deploy_unlocked: 'unlocked',
  deploy_request_pending: 'waits for a review',
  deploy_request_accepted: 'accepted',
  deploy_request_rejected: 'rejected',
} as const;

const table: EventTable = Object.fromEntries(
  Object.entries(STATES).map(([event, state]) => [event, { topic: topicOf, text: (d) => textOf(d, state) }]),
);

export const netlify: Integration = {
  name: NAME,
  displayName: 'Netlify',
  events: Object.keys(table),
  options: [
    { key: 'branches', label: 'Branches whose deploys are posted, separated by commas', input: 'text' },
  ],
  about: 'Posts deploys that start, succeed, fail or are locked, with their branch and commit.',
  setup:
    'In the settings of the site choose Notifications, then add an outgoing webhook for each event. Paste the address as URL.',
  compose: composeByEvent(NAME, table, (delivery) => {
    const event = eventHeader(delivery, 'X-Netlify-Event');
    const branch = delivery.payload.textIf('branch');
    return branch === undefined || isWantedBranch(delivery.options, branch) ? event : undefined;
  }),
};

function topicOf({ payload }: WebhookDelivery): string {
  const branch = payload.textIf('branch') ?? '';
  return branch === '' ? payload.text('name') : branchTopic(payload.text('name'), branch);
}

function textOf({ payload }: WebhookDelivery, state: string): string {
  const isReady = state === 'ready';
  const site = payload.textIf('deploy_ssl_url') ?? payload.textIf('url');
  return paragraphs(
    buildText({
      name: 'Deploy',
      url: isReady ? site : (payload.textIf('admin_url') ?? site),
      status: state,
      duration: isReady ? durationText(payload.numberIf('deploy_time')) : '',
      commit: {
        hash: payload.textIf('commit_ref') ?? '',
        message: payload.textIf('title') ?? '',
        url: payload.textIf('commit_url'),
      },
      author: payload.textIf('committer'),
    }),
    quote(payload.textIf('error_message')),
  );
}
