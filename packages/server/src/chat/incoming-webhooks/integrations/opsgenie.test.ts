import { messagesAbout, refusalOf, withOptions } from '@parley/test-support/webhook-samples.ts';
import { expect, test } from 'vitest';
import { opsgenieClosed, opsgenieCreated } from '../samples/monitoring.ts';
import { opsgenie } from './opsgenie.ts';

const { alert } = opsgenieCreated.payload;

function action(name: string, more: object = {}) {
  return { payload: { action: name, alert: { ...alert, ...more } } };
}

test.each([
  ['Create', {}, ':rotating_light: The alert #58 was created.'],
  ['Acknowledge', {}, 'was acknowledged by Dome sensor.'],
  ['AddNote', { note: 'I am on the way.' }, '```quote\nI am on the way.\n```'],
  ['AssignOwnership', { owner: 'Iris' }, 'was assigned to Iris by Dome sensor.'],
  ['AddTags', { addedTags: 'night,dome' }, 'has new tags: night,dome by'],
  ['UpdatePriority', {}, 'has the priority P1 by'],
  ['Close', {}, ':check: The alert #58 was closed by Dome sensor.'],
])('%s is posted in the topic of the alert', (name, more, part) => {
  expect(messagesAbout(opsgenie, action(name, more))).toMatchObject([
    { event: name, topic: alert.message, content: expect.stringContaining(part) as string },
  ]);
});

test('only a new alert has its description', () => {
  expect(messagesAbout(opsgenie, opsgenieCreated)[0]?.content).toContain(alert.description);
  expect(messagesAbout(opsgenie, opsgenieClosed)[0]?.content).not.toContain(alert.description);
});

test('the alert is named where the topic does not name it', () => {
  const [message] = messagesAbout(opsgenie, withOptions(opsgenieClosed, { topic: 'alerts' }));
  expect(message?.content).toContain(`The alert #58 ${alert.message} was closed`);
});

test('unknown actions and other payloads are refused', () => {
  expect(refusalOf(opsgenie, action('toString'))).toBe('UNSUPPORTED_WEBHOOK_EVENT_TYPE');
  expect(refusalOf(opsgenie, { payload: { action: 'Create' } })).toBe('BAD_REQUEST');
});
