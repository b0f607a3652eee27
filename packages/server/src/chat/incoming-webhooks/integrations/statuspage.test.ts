import { changed, messagesAbout, refusalOf } from '@parley/test-support/webhook-samples.ts';
import { expect, test } from 'vitest';
import { statuspageComponent, statuspageIncident } from '../samples/monitoring.ts';
import { statuspage } from './statuspage.ts';

const { incident } = statuspageIncident.payload;

test('an incident is posted with its newest update', () => {
  expect(messagesAbout(statuspage, statuspageIncident)).toMatchObject([
    {
      event: 'incident',
      topic: incident.name,
      content: expect.stringContaining('We are looking for the cause.') as string,
    },
  ]);
});

test.each([
  ['in_progress', ':warning:', '**in progress**'],
  ['resolved', ':check:', '**resolved**'],
  ['completed', ':check:', '**completed**'],
])('an incident with the status %s is marked', (status, icon, word) => {
  const [message] = messagesAbout(
    statuspage,
    changed(statuspageIncident, { incident: { ...incident, status, impact: 'none' } }),
  );
  expect(message?.content).toMatch(new RegExp(`^${icon} .*`));
  expect(message?.content).toContain(word);
  expect(message?.content).not.toContain('Impact');
});

test('a component whose status changes is posted', () => {
  expect(messagesAbout(statuspage, statuspageComponent)).toEqual([
    {
      event: 'component',
      topic: 'Ticket shop',
      content: ':check: Ticket shop changed from partial outage to **operational**.',
    },
  ]);
});

test('other payloads are refused', () => {
  expect(refusalOf(statuspage, { payload: {} })).toBe('ANOMALOUS_WEBHOOK_PAYLOAD');
  expect(refusalOf(statuspage, { payload: { component: { name: 'a' } } })).toBe('BAD_REQUEST');
});
