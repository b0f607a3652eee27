import { entryOf, type Integration, type WebhookDelivery, type WebhookMessage } from '../integration.ts';
import { bold, bullets, code, globalTime, link, paragraphs, plain, quote } from '../markdown.ts';
import type { PayloadObject } from '../payload-object.ts';

const ICONS = { firing: ':rotating_light:', resolved: ':check:' } as const;
const OLD_ICONS: Readonly<Record<string, string>> = {
  ok: ':check:',
  pending: ':info:',
  alerting: ':rotating_light:',
  paused: ':info:',
};

export const grafana: Integration = {
  name: 'grafana',
  displayName: 'Grafana',
  events: ['firing', 'resolved', ...Object.keys(OLD_ICONS)],
  options: [],
  about:
    'Posts alerts, one message each, with times, labels, values and annotations. Alerts of Grafana 7 work too.',
  setup: 'In Alerting choose Contact points, and add one of the kind Webhook. Paste the address as URL.',
  compose: ({ payload }) => {
    const alerts = payload.listIf('alerts');
    return alerts === undefined ? [oldAlert(payload)] : alerts.map(alert);
  },
};

function alert(one: PayloadObject): WebhookMessage {
  const status = one.text('status');
  const labels = one.labels('labels');
  const name = labels.get('alertname');
  const event = status === 'resolved' ? 'resolved' : 'firing';
  return {
    event,
    topic: name === undefined ? (one.textIf('fingerprint') ?? 'Grafana') : `[${name}]`,
    content: paragraphs(
      `${ICONS[event]} ${bold(status.toUpperCase())}${name === undefined ? '' : `: ${plain(name)}`}`,
      times(one).join('\n'),
      section('Labels', labels),
      values(one),
      section('Annotations', one.labels('annotations')),
      linksOf(one),
    ),
  };
}

/** The year of times that an alert does not have. */
const NO_TIME = /^0001-/;

function times(one: PayloadObject): string[] {
  const start = globalTime(one.textIf('startsAt'));
  const end = one.textIf('endsAt') ?? '';
  return [
    ...(start === '' ? [] : [`Started: ${start}`]),
    ...(NO_TIME.test(end) || globalTime(end) === '' ? [] : [`Ended: ${globalTime(end)}`]),
  ];
}

function section(title: string, entries: ReadonlyMap<string, string>): string {
  if (entries.size === 0) return '';
  return `${title}:\n\n${bullets(Array.from(entries, ([name, value]) => `${code(name)}: ${plain(value)}`))}`;
}

function values(one: PayloadObject): string {
  const named = one.labels('values');
  const text = one.textIf('valueString') ?? '';
  return named.size > 0 || text === '' ? section('Values', named) : `Values: ${plain(text)}`;
}

function linksOf(one: PayloadObject): string {
  const links = (
    [
      ['Source', 'generatorURL'],
      ['Silence', 'silenceURL'],
      ['Image', 'imageURL'],
    ] as const
  ).flatMap(([label, path]) => {
    const url = one.textIf(path) ?? '';
    return url === '' ? [] : [link(label, url)];
  });
  return links.join(', ');
}

/** Alerts of Grafana 7 have one state for the whole rule. */
function oldAlert(payload: WebhookDelivery['payload']): WebhookMessage {
  const state = payload.text('state');
  const title = payload.text('title');
  const matches = (payload.listIf('evalMatches') ?? []).map(
    (match) => `${plain(match.text('metric'))}: ${plain(match.textIf('value') ?? '')}`,
  );
  return {
    event: state,
    topic: title,
    content: paragraphs(
      `${entryOf(OLD_ICONS, state) ?? ':info:'} ${link(title, payload.textIf('ruleUrl'))}`,
      quote(payload.textIf('message')),
      bullets(matches),
      payload.has('imageUrl') ? link('Image', payload.textIf('imageUrl')) : '',
    ),
  };
}
