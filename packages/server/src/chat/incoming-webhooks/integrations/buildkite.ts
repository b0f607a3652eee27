import { buildText } from '../builds.ts';
import { durationBetween } from '../durations.ts';
import { branchTopic, isWantedBranch } from '../git-hosts.ts';
import { composeByEvent, type EventTable, type Integration, type WebhookDelivery } from '../integration.ts';
import { secretIn } from '../signatures.ts';

const NAME = 'buildkite';

const build = { topic: topicOf, text: textOf };

const table: EventTable = {
  ping: { topic: () => 'Test event', text: () => 'The webhook of Buildkite works.' },
  'build.scheduled': build,
  'build.running': build,
  'build.failing': build,
  'build.finished': build,
};

/** Parts of builds, and the computers that run them. */
const DROPPED = /^(?:job|agent)\./;

export const buildkite: Integration = {
  name: NAME,
  displayName: 'Buildkite',
  events: Object.keys(table),
  options: [
    { key: 'branches', label: 'Branches whose builds are posted, separated by commas', input: 'text' },
  ],
  signature: secretIn('X-Buildkite-Token'),
  about: 'Posts builds that start, begin to fail and finish, with their branch, commit and author.',
  setup:
    'In the settings of the organization choose Notification Services, and add a webhook. Paste the address as URL, and choose the events of builds.',
  compose: composeByEvent(NAME, table, ({ payload, options }) => {
    const event = payload.text('event');
    if (DROPPED.test(event)) return undefined;
    const branch = payload.textIf('build.branch');
    return branch === undefined || isWantedBranch(options, branch) ? event : undefined;
  }),
};

function topicOf({ payload }: WebhookDelivery): string {
  return branchTopic(payload.text('pipeline.name'), payload.text('build.branch'));
}

function textOf({ payload }: WebhookDelivery): string {
  const of = payload.object('build');
  return buildText({
    name: `Build #${of.text('number')}`,
    url: of.textIf('web_url'),
    status: of.text('state'),
    branch: of.textIf('branch'),
    duration: durationBetween(of.textIf('started_at'), of.textIf('finished_at')),
    commit: { hash: of.textIf('commit') ?? '', message: of.textIf('message') ?? '', url: undefined },
    author: of.textIf('creator.name'),
  });
}
