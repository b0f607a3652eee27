import { changed, messagesAbout, refusalOf } from '@parley/test-support/webhook-samples.ts';
import { expect, test } from 'vitest';
import { newrelicActivated } from '../samples/monitoring.ts';
import { newrelic } from './newrelic.ts';

test.each([
  ['CREATED', 'created', 'was created.'],
  ['ACTIVATED', 'activated', 'is active.'],
  ['ACKNOWLEDGED', 'acknowledged', 'was acknowledged.'],
  ['CLOSED', 'closed', 'was closed.'],
])('an issue in the state %s is posted under its condition', (state, event, part) => {
  expect(messagesAbout(newrelic, changed(newrelicActivated, { state }))).toMatchObject([
    { event, topic: 'Slow pages', content: expect.stringContaining(part) as string },
  ]);
});

test('an issue without lists has its title as topic', () => {
  const { title } = newrelicActivated.payload;
  expect(messagesAbout(newrelic, { payload: { state: 'CLOSED', title } })).toEqual([
    { event: 'closed', topic: title, content: `:check: The issue ${title} was closed.` },
  ]);
});

test('more entities than a message lists are counted', () => {
  const impactedEntities = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const [message] = messagesAbout(newrelic, changed(newrelicActivated, { impactedEntities }));
  expect(message?.content).toContain('**Entities**: a, b, c, d, e, and 2 more');
});

test('unknown states and other payloads are refused', () => {
  expect(refusalOf(newrelic, changed(newrelicActivated, { state: 'toString' }))).toBe(
    'UNSUPPORTED_WEBHOOK_EVENT_TYPE',
  );
  expect(refusalOf(newrelic, { payload: {} })).toBe('BAD_REQUEST');
});
