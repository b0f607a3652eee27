import { messagesAbout, refusalOf } from '@parley/test-support/webhook-samples.ts';
import { expect, test } from 'vitest';
import { pagerdutyTriggered } from '../samples/alerts.ts';
import { pagerduty } from './pagerduty.ts';

const TOPIC = 'Incident The shutters do not close (#17)';

function event(name: string) {
  return { payload: { event: { ...pagerdutyTriggered.payload.event, event_type: `incident.${name}` } } };
}

function oldEvent(name: string) {
  const incident = {
    incident_number: 17,
    title: 'The shutters do not close',
    html_url: 'https://lyra.pagerduty.com/incidents/Q17',
    service: { name: 'Dome' },
    assignments: [{ assignee: { summary: 'Mateo Quispe' } }],
    last_status_change_by: { summary: 'Iris' },
  };
  return { event: `incident.${name}`, incident };
}

test.each([
  ['triggered', ': triggered (assigned to [Mateo Quispe]('],
  ['acknowledged', ': acknowledged ('],
  ['unacknowledged', ': is no longer acknowledged ('],
  ['resolved', ': resolved by [Dome sensor]('],
  ['reassigned', ': reassigned ('],
])('an incident that is %s is posted', (name, part) => {
  expect(messagesAbout(pagerduty, event(name))).toMatchObject([
    { event: name, topic: TOPIC, content: expect.stringContaining(part) as string },
  ]);
});

test('each message of version 2 is posted (I-17)', () => {
  const messages = ['trigger', 'acknowledge', 'resolve'].map(oldEvent);
  const posted = messagesAbout(pagerduty, { payload: { messages } });
  expect(posted.map(({ event: name }) => name)).toEqual(['triggered', 'acknowledged', 'resolved']);
  expect(posted[2]?.content).toContain(': resolved by Iris (assigned to Mateo Quispe).');
});

test('unknown events and other payloads are refused', () => {
  expect(refusalOf(pagerduty, event('toString'))).toBe('UNSUPPORTED_WEBHOOK_EVENT_TYPE');
  expect(refusalOf(pagerduty, { payload: { messages: [oldEvent('x')] } })).toBe(
    'UNSUPPORTED_WEBHOOK_EVENT_TYPE',
  );
  expect(refusalOf(pagerduty, { payload: {} })).toBe('ANOMALOUS_WEBHOOK_PAYLOAD');
});
