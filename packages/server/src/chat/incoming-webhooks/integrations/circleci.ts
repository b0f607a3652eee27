import { anomalousPayload } from '../errors.ts';
import {
  composeByEvent,
  entryOf,
  type EventTable,
  type Integration,
  type WebhookDelivery,
} from '../integration.ts';
import { code, firstLine, link, paragraphs, plain } from '../markdown.ts';
import { signedIn } from '../signatures.ts';

const NAME = 'circleci';

type Delivery = WebhookDelivery;

const ICONS: Readonly<Record<string, string>> = {
  success: ':check:',
  failed: ':cross_mark:',
  error: ':cross_mark:',
};

const topic = ({ payload }: Delivery): string => payload.text('project.name');

const table: EventTable = {
  ping: { topic: () => 'Test event', text: () => 'The webhook of CircleCI works.' },
  'job-completed': { topic, text: (d) => completed(d, 'job', jobUrl(d)) },
  'workflow-completed': { topic, text: (d) => completed(d, 'workflow', d.payload.textIf('workflow.url')) },
};

export const circleci: Integration = {
  name: NAME,
  displayName: 'CircleCI',
  events: Object.keys(table),
  options: [],
  signature: signedIn('circleci-signature', 'v1='),
  about: 'Posts completed jobs and workflows with their outcome, commit, branch and author.',
  setup:
    'In the settings of the project choose Webhooks, then add one. Paste the address as receiver URL and choose the events.',
  compose: composeByEvent(NAME, table, ({ payload }) => {
    const type = payload.textIf('type');
    if (type === undefined) throw anomalousPayload(NAME);
    return type;
  }),
};

function jobUrl({ payload }: Delivery): string | undefined {
  const workflow = payload.textIf('workflow.url');
  const number = payload.textIf('job.number');
  return workflow === undefined || number === undefined ? workflow : `${workflow}/jobs/${number}`;
}

function completed({ payload }: Delivery, kind: 'job' | 'workflow', url: string | undefined): string {
  const status = payload.text(`${kind}.status`);
  const icon = entryOf(ICONS, status) ?? ':info:';
  const outcome = plain(status).replaceAll('_', ' ');
  const pipeline = plain(payload.textIf('pipeline.number') ?? '');
  return paragraphs(
    `${icon} The ${kind} ${link(payload.text(`${kind}.name`), url)}${pipeline === '' ? '' : ` of pipeline #${pipeline}`}: ${outcome}.`,
    commitText(payload),
  );
}

/** The commit, the branch or tag, and the author. Pipelines that were started by hand may have no commit. */
function commitText(payload: Delivery['payload']): string {
  const vcs = payload.objectIf('pipeline.vcs');
  if (vcs === undefined) return 'Triggered manually.';
  const hash = vcs.textIf('revision') ?? '';
  const subject = firstLine(vcs.textIf('commit.subject') ?? '');
  const home = vcs.textIf('target_repository_url') ?? vcs.textIf('origin_repository_url');
  const url = home === undefined || hash === '' ? undefined : `${home}/commit/${encodeURIComponent(hash)}`;
  const [branch, tag] = [vcs.textIf('branch'), vcs.textIf('tag')];
  const author = vcs.textIf('commit.author.name');
  return [
    hash === '' ? '' : `Commit ${link(`${hash.slice(0, 7)}${subject === '' ? '' : ` ${subject}`}`, url)}`,
    branch === undefined ? '' : `on branch ${code(branch)}`,
    tag === undefined ? '' : `with tag ${code(tag)}`,
    author === undefined ? '' : `by ${plain(author)}`,
  ]
    .filter((part) => part !== '')
    .join(' ')
    .concat('.');
}
