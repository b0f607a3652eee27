import { anomalousPayload, unsupportedEvent } from '../errors.ts';
import { entryOf, type Integration, type WebhookMessage } from '../integration.ts';
import { link, paragraphs, plain, quote } from '../markdown.ts';
import type { PayloadObject } from '../payload-object.ts';
import { signedIn } from '../signatures.ts';

const NAME = 'pagerduty';

const VERBS: Readonly<Record<string, string>> = {
  triggered: 'triggered',
  acknowledged: 'acknowledged',
  unacknowledged: 'is no longer acknowledged',
  resolved: 'resolved',
  assigned: 'assigned',
  reassigned: 'reassigned',
};

/** The event types of version 2, which are older words for the same. */
const OLD_EVENTS: Readonly<Record<string, string>> = {
  'incident.trigger': 'triggered',
  'incident.acknowledge': 'acknowledged',
  'incident.unacknowledge': 'unacknowledged',
  'incident.resolve': 'resolved',
  'incident.assign': 'assigned',
  'incident.delegate': 'reassigned',
};

export const pagerduty: Integration = {
  name: NAME,
  displayName: 'PagerDuty',
  events: Object.keys(VERBS),
  options: [],
  deliveryHeader: 'x-webhook-id',
  signature: signedIn('X-PagerDuty-Signature', 'v1='),
  about:
    'Posts incidents that are triggered, acknowledged, assigned or resolved. Versions 2 and 3 of webhooks work.',
  setup: 'In Integrations choose Generic Webhooks, and add a subscription. Paste the address as webhook URL.',
  compose: ({ payload }) => {
    const old = payload.listIf('messages');
    if (old !== undefined) return old.map(oldMessage);
    if (!payload.has('event.event_type')) throw anomalousPayload(NAME);
    return [newMessage(payload.object('event'))];
  },
};

type Incident = {
  readonly event: string;
  readonly number: string;
  readonly title: string;
  readonly url: string | undefined;
  readonly service: PayloadObject | undefined;
  readonly assignee: PayloadObject | undefined;
  readonly agent: PayloadObject | undefined;
  readonly text?: string | undefined;
};

function newMessage(event: PayloadObject): WebhookMessage {
  const type = event.text('event_type');
  const name = type.replace(/^incident\./, '');
  if (entryOf(VERBS, name) === undefined) throw unsupportedEvent(NAME, type);
  const incident = event.object('data');
  return incidentMessage({
    event: name,
    number: incident.text('number'),
    title: incident.text('title'),
    url: incident.textIf('html_url'),
    service: incident.objectIf('service'),
    assignee: incident.listIf('assignees')?.[0],
    agent: event.objectIf('agent'),
  });
}

function oldMessage(message: PayloadObject): WebhookMessage {
  const type = message.text('event');
  const name = entryOf(OLD_EVENTS, type);
  if (name === undefined) throw unsupportedEvent(NAME, type);
  const incident = message.object('incident');
  return incidentMessage({
    event: name,
    number: incident.text('incident_number'),
    title: incident.text('title'),
    url: incident.textIf('html_url'),
    service: incident.objectIf('service'),
    assignee: incident.listIf('assignments')?.[0]?.objectIf('assignee'),
    agent: incident.objectIf('last_status_change_by'),
    text: incident.textIf('trigger_summary_data.description'),
  });
}

function incidentMessage(incident: Incident): WebhookMessage {
  const { event, number, title, url, service, assignee, agent } = incident;
  const at = service === undefined ? '' : ` of ${named(service)}`;
  const to = assignee === undefined ? '' : ` (assigned to ${named(assignee)})`;
  const by = event === 'resolved' && agent !== undefined ? ` by ${named(agent)}` : '';
  return {
    event,
    topic: `Incident ${title} (#${number})`,
    content: paragraphs(
      `${link(`Incident #${number}`, url)}${at}: ${entryOf(VERBS, event) ?? event}${by}${to}.`,
      quote(incident.text ?? title),
    ),
  };
}

function named(object: PayloadObject): string {
  return link(
    object.textIf('summary') ?? object.textIf('name') ?? plain(object.textIf('id') ?? 'unknown'),
    object.textIf('html_url'),
  );
}
