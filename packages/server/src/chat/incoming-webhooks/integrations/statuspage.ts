import { anomalousPayload } from '../errors.ts';
import type { Integration, WebhookMessage } from '../integration.ts';
import { bold, facts, link, paragraphs, plain, quote, wordsOf } from '../markdown.ts';
import type { PayloadObject } from '../payload-object.ts';

const NAME = 'statuspage';

export const statuspage: Integration = {
  name: NAME,
  displayName: 'Statuspage',
  events: ['incident', 'component'],
  options: [],
  about: 'Posts incidents and maintenance with each update, and components whose status changes.',
  setup:
    'On the status page choose Subscribe to updates, then Webhook. Paste the address, and confirm by e-mail.',
  compose: ({ payload }) => {
    const [incident, component] = [payload.objectIf('incident'), payload.objectIf('component')];
    if (incident !== undefined) return [incidentMessage(incident)];
    if (component !== undefined) return [componentMessage(component, payload.object('component_update'))];
    throw anomalousPayload(NAME);
  },
};

function incidentMessage(incident: PayloadObject): WebhookMessage {
  const name = incident.text('name');
  const status = incident.text('status');
  const isOver = status === 'resolved' || status === 'completed' || status === 'postmortem';
  return {
    event: 'incident',
    topic: name,
    content: paragraphs(
      `${isOver ? ':check:' : ':warning:'} ${link(name, incident.textIf('shortlink'))}: ${bold(wordsOf(status))}`,
      quote(incident.listIf('incident_updates')?.[0]?.textIf('body')),
      facts(['Impact', impactOf(incident)]),
    ),
  };
}

function impactOf(incident: PayloadObject): string | undefined {
  const impact = incident.textIf('impact');
  return impact === 'none' ? undefined : impact;
}

function componentMessage(component: PayloadObject, update: PayloadObject): WebhookMessage {
  const name = component.text('name');
  const status = update.textIf('new_status') ?? component.text('status');
  const before = update.textIf('old_status');
  const from = before === undefined ? '' : ` from ${wordsOf(before)}`;
  return {
    event: 'component',
    topic: name,
    content: `${status === 'operational' ? ':check:' : ':warning:'} ${plain(name)} changed${from} to ${bold(wordsOf(status))}.`,
  };
}
