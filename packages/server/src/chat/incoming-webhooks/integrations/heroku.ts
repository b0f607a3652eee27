import { buildText } from '../builds.ts';
import {
  composeByEvent,
  type EventTable,
  type EventTemplate,
  type Integration,
  type WebhookDelivery,
} from '../integration.ts';
import { bold, counted, plain, wordsOf } from '../markdown.ts';
import { signedIn } from '../signatures.ts';

const NAME = 'heroku';

type Delivery = WebhookDelivery;

type Action = 'create' | 'update' | 'destroy';

const VERBS = { create: 'added', update: 'changed', destroy: 'removed' } as const;
const ADDED_OR_REMOVED = ['create', 'destroy'] as const;
const PROGRESS = ['create', 'update'] as const;

/** Event types are `resource:action`. Other actions of these resources say nothing to readers. */
const table: EventTable = {
  ...forActions('build', PROGRESS, () => (d) => progress(d, 'Build')),
  ...forActions('release', PROGRESS, () => (d) => progress(d, `Release ${releaseName(d)}`.trim())),
  ...forActions('dyno', ['update'], () => dynoText),
  ...forActions('formation', ['update'], () => formationText),
  ...forActions(
    'addon',
    ['create', 'update', 'destroy'],
    (verb) => (d) => `The add-on ${bold(d.payload.text('data.name'))} was ${verb}.`,
  ),
  ...forActions(
    'domain',
    ADDED_OR_REMOVED,
    (verb) => (d) => `The domain ${plain(d.payload.text('data.hostname'))} was ${verb}.`,
  ),
  ...forActions(
    'collaborator',
    ADDED_OR_REMOVED,
    (verb) => (d) => `The collaborator ${plain(d.payload.text('data.user.email'))} was ${verb}.`,
  ),
  ...forActions(
    'app',
    ADDED_OR_REMOVED,
    (verb) => (d) => `The app ${bold(d.payload.text('data.name'))} was ${verb}.`,
  ),
};
const RESOURCES: ReadonlySet<string> = new Set(
  Object.keys(table).map((event) => event.split(':', 1)[0] ?? ''),
);

export const heroku: Integration = {
  name: NAME,
  displayName: 'Heroku',
  events: Object.keys(table),
  options: [],
  signature: signedIn('Heroku-Webhook-Hmac-SHA256', '', { encoding: 'base64' }),
  about:
    'Posts builds, releases, dynos that crash, and changes of add-ons, domains, collaborators and formations.',
  setup:
    'In the menu of the app choose View webhooks, and create one with the address as payload URL. Choose `api:build`, `api:release` and what else shall be posted.',
  compose: composeByEvent(NAME, table, ({ payload }) => {
    const resource = payload.text('resource');
    const event = `${resource}:${payload.text('action')}`;
    return RESOURCES.has(resource) && !Object.hasOwn(table, event) ? undefined : event;
  }),
};

function forActions(
  resource: string,
  actions: readonly Action[],
  textFor: (verb: string) => EventTemplate['text'],
): Readonly<Record<string, EventTemplate>> {
  return Object.fromEntries(
    actions.map((action) => [`${resource}:${action}`, { topic: appName, text: textFor(VERBS[action]) }]),
  );
}

function appName({ payload }: Delivery): string {
  return payload.textIf('data.app.name') ?? payload.text('data.name');
}

function releaseName({ payload }: Delivery): string {
  const version = payload.textIf('data.version');
  return version === undefined ? '' : `v${version}`;
}

/** The beginning of a build or release says nothing that its end does not say. */
function progress({ payload }: Delivery, name: string): string {
  const status = payload.text('data.status');
  if (status === 'pending') return '';
  const description = payload.textIf('data.description') ?? '';
  const commit = payload.textIf('data.slug.commit') ?? payload.textIf('data.source_blob.version') ?? '';
  return buildText({
    name,
    url: undefined,
    status,
    commit: { hash: commit, message: description, url: undefined },
    author: payload.textIf('data.user.email') ?? payload.textIf('actor.email'),
  });
}

/** Dynos start and stop all the time; one that crashes is news. */
function dynoText({ payload }: Delivery): string {
  if (payload.textIf('data.state') !== 'crashed') return '';
  return `:cross_mark: The dyno ${bold(payload.text('data.name'))} crashed (${wordsOf(payload.textIf('data.type') ?? 'unknown')}).`;
}

function formationText({ payload }: Delivery): string {
  const size = payload.textIf('data.size');
  const of = size === undefined ? '' : ` of the size ${plain(size)}`;
  return `The formation of ${plain(payload.text('data.type'))} was changed to ${counted(payload.number('data.quantity'), 'dyno')}${of}.`;
}
