import { anomalousPayload, unsupportedEvent } from '../errors.ts';
import { entryOf, type Integration, type WebhookMessage } from '../integration.ts';
import { bold, codeBlock, globalTime, link, paragraphs, plain, quote } from '../markdown.ts';
import { PayloadObject } from '../payload-object.ts';
import { signedIn } from '../signatures.ts';

const NAME = 'sentry';

const ICONS: Readonly<Record<string, string>> = {
  fatal: ':red_circle:',
  error: ':red_circle:',
  warning: ':yellow_circle:',
  info: ':blue_circle:',
  debug: ':white_circle:',
};

/** Names of languages for code blocks, by the platform that Sentry reports. */
const LANGUAGES: Readonly<Record<string, string>> = {
  python: 'python',
  javascript: 'javascript',
  node: 'javascript',
  java: 'java',
  go: 'go',
  csharp: 'csharp',
  ruby: 'ruby',
  php: 'php',
  rust: 'rust',
  elixir: 'elixir',
  swift: 'swift',
};

export const sentry: Integration = {
  name: NAME,
  displayName: 'Sentry',
  events: ['issue', 'event_alert', 'error'],
  options: [],
  deliveryHeader: 'request-id',
  signature: signedIn('Sentry-Hook-Signature'),
  about:
    'Posts errors and alerts with the place in the code, and new, resolved, assigned and ignored issues.',
  setup:
    'Create an internal integration in the developer settings of the organization. Paste the address as webhook URL and choose alerts, issues and errors.',
  compose: ({ payload }) => {
    if (payload.has('data.issue')) return [issueMessage(payload)];
    if (payload.has('data.event')) return [eventMessage('event_alert', payload.object('data.event'))];
    if (payload.has('data.error')) return [eventMessage('error', payload.object('data.error'))];
    if (payload.has('event')) return [eventMessage('event_alert', plainEvent(payload))];
    throw anomalousPayload(NAME);
  },
};

/** Plain webhooks of projects have the address and the level beside the event. */
function plainEvent(payload: PayloadObject): PayloadObject {
  const event = payload.object('event');
  return new PayloadObject({
    title: event.textIf('title') ?? payload.textIf('message') ?? 'Sentry event',
    web_url: payload.textIf('url'),
    level: payload.textIf('level'),
    platform: event.textIf('platform'),
    datetime: event.numberIf('timestamp') ?? event.textIf('datetime'),
    culprit: payload.textIf('culprit'),
  });
}

const ISSUE_VERBS: Readonly<Record<string, string>> = {
  created: 'created',
  resolved: 'resolved',
  assigned: 'assigned',
  ignored: 'ignored',
  archived: 'archived',
  unresolved: 'reopened',
};

function issueMessage(payload: PayloadObject): WebhookMessage {
  const issue = payload.object('data.issue');
  const action = payload.text('action');
  const verb = entryOf(ISSUE_VERBS, action);
  if (verb === undefined) throw unsupportedEvent(NAME, `issue ${action}`);
  const title = issue.text('title');
  const named = link(title, issue.textIf('permalink') ?? issue.textIf('web_url') ?? issue.textIf('url'));
  const actor = payload.textIf('actor.name');
  const by = actor === undefined || actor === 'Sentry' ? '' : ` by ${plain(actor)}`;
  const assignee = issue.textIf('assignedTo.name');
  return {
    event: 'issue',
    topic: title,
    content:
      action === 'created'
        ? paragraphs(`${iconOf(issue)} New issue ${named}`, details(issue, issue.textIf('firstSeen')))
        : `Issue ${named} was ${verb}${action === 'assigned' && assignee !== undefined ? ` to ${plain(assignee)}` : ''}${by}.`,
  };
}

function iconOf(event: PayloadObject): string {
  return entryOf(ICONS, event.textIf('level')) ?? ':red_circle:';
}

function details(event: PayloadObject, at: string | number | undefined): string {
  const time = globalTime(at);
  const lines = [
    ['level', event.textIf('level')],
    ['timestamp', time === '' ? undefined : time],
    ['file', event.textIf('location') ?? event.textIf('metadata.filename') ?? event.textIf('culprit')],
  ] as const;
  const shown = lines.flatMap(([name, value]) =>
    value === undefined ? [] : [`${bold(name)}: ${name === 'timestamp' ? value : plain(value)}`],
  );
  return shown.length === 0 ? '' : quote(shown.join('\n'));
}

function eventMessage(event: string, report: PayloadObject): WebhookMessage {
  const title = report.text('title');
  const at = report.numberIf('datetime') ?? report.textIf('datetime') ?? report.numberIf('timestamp');
  return {
    event,
    topic: title,
    content: paragraphs(
      `${iconOf(report)} ${link(title, report.textIf('web_url'))}`,
      details(report, at),
      excerpt(report),
    ),
  };
}

/** Lines of code around the place of an error, on each side. */
const MAX_CONTEXT_LINES = 3;

/** The code of the innermost frame of the program itself. */
function excerpt(report: PayloadObject): string {
  const frame = (report.listIf('exception.values') ?? [])
    .flatMap((value) => value.listIf('stacktrace.frames') ?? [])
    .findLast((candidate) => candidate.has('context_line') && candidate.flag('in_app'));
  if (frame === undefined) return '';
  const lines = [
    ...frame.textsIf('pre_context').slice(-MAX_CONTEXT_LINES),
    `${frame.text('context_line')}  <-- error`,
    ...frame.textsIf('post_context').slice(0, MAX_CONTEXT_LINES),
  ];
  return `Traceback:\n${codeBlock(lines.join('\n').trimEnd(), entryOf(LANGUAGES, report.textIf('platform')) ?? '')}`;
}
