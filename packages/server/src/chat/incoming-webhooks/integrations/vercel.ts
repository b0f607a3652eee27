import { buildText } from '../builds.ts';
import { branchTopic, isWantedBranch } from '../git-hosts.ts';
import { composeByEvent, type EventTable, type Integration, type WebhookDelivery } from '../integration.ts';
import { plain } from '../markdown.ts';
import type { PayloadObject } from '../payload-object.ts';
import { signedIn } from '../signatures.ts';

const NAME = 'vercel';

/** The states of deployments, in words. */
const STATES = {
  'deployment.created': 'started',
  'deployment.succeeded': 'succeeded',
  'deployment.promoted': 'promoted to production',
  'deployment.canceled': 'canceled',
  'deployment.error': 'failed',
} as const;

const table: EventTable = {
  ...Object.fromEntries(
    Object.entries(STATES).map(([event, state]) => [
      event,
      { topic: deploymentTopic, text: (d) => deployed(d, state) },
    ]),
  ),
  'project.created': { topic: projectName, text: (d) => `The project ${plain(projectName(d))} was created.` },
  'project.removed': { topic: projectName, text: (d) => `The project ${plain(projectName(d))} was removed.` },
};

/** Checks, and steps between the events of the table. */
const DROPPED = /^deployment\.(?:ready|check|integration|cleanup)|^checks\./;

export const vercel: Integration = {
  name: NAME,
  displayName: 'Vercel',
  events: Object.keys(table),
  options: [
    { key: 'branches', label: 'Branches whose deployments are posted, separated by commas', input: 'text' },
  ],
  signature: signedIn('x-vercel-signature', '', { hash: 'sha1' }),
  about:
    'Posts deployments that start, succeed, fail or are promoted, with their commit, and new and removed projects.',
  setup:
    'In the settings of the team choose Webhooks, then create one. Choose the events of deployments, and paste the address as endpoint URL.',
  compose: composeByEvent(NAME, table, ({ payload, options }) => {
    const event = payload.text('type');
    if (DROPPED.test(event)) return undefined;
    const branch = metaOf(payload, 'CommitRef');
    return branch === undefined || isWantedBranch(options, branch) ? event : undefined;
  }),
};

/** The hosts of repositories, whose names begin the facts about a commit. */
const HOSTS = ['github', 'gitlab', 'bitbucket'] as const;

function metaOf(payload: PayloadObject, fact: string): string | undefined {
  return HOSTS.map((host) => payload.textIf(`payload.deployment.meta.${host}${fact}`)).find(
    (value) => value !== undefined,
  );
}

function projectName({ payload }: WebhookDelivery): string {
  return payload.textIf('payload.name') ?? payload.textIf('payload.project.name') ?? 'Vercel';
}

function deploymentTopic({ payload }: WebhookDelivery): string {
  const name = payload.textIf('payload.name') ?? payload.text('payload.deployment.name');
  const branch = metaOf(payload, 'CommitRef');
  return branch === undefined ? name : branchTopic(name, branch);
}

function deployed({ payload }: WebhookDelivery, status: string): string {
  const target = payload.textIf('payload.target') ?? '';
  const host = payload.textIf('payload.deployment.url') ?? payload.textIf('payload.url');
  const site = host === undefined ? undefined : `https://${host.replace(/^https:\/\//, '')}`;
  const details =
    payload.textIf('payload.links.deployment') ?? payload.textIf('payload.deployment.inspectorUrl');
  return buildText({
    name: target === '' ? 'Deployment' : `Deployment for ${target}`,
    url: status === 'succeeded' ? (site ?? details) : (details ?? site),
    status,
    commit: {
      hash: metaOf(payload, 'CommitSha') ?? '',
      message: metaOf(payload, 'CommitMessage') ?? '',
      url: undefined,
    },
    author: metaOf(payload, 'CommitAuthorName'),
  });
}
