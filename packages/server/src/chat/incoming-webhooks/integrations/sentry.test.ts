import { changed, messagesAbout, refusalOf } from '@parley/test-support/webhook-samples.ts';
import { expect, test } from 'vitest';
import type { WebhookSample } from '../compose-sample.ts';
import { sentryError, sentryIssue } from '../samples/alerts.ts';
import { sentry } from './sentry.ts';

const { error } = sentryError.payload.data;
const { issue } = sentryIssue.payload.data;

test('an error shows level, time, file and the code around it', () => {
  const [message] = messagesAbout(sentry, sentryError);
  expect(message).toMatchObject({ event: 'error', topic: "KeyError: 'vega'" });
  for (const part of [
    ":red_circle: [KeyError: 'vega'](",
    '**level**: error\n**timestamp**: <time:2026-03-02T22:05:00Z>\n**file**: catalogue/stars.py',
    '```python\ndef magnitude(name):\n    return stars[name].magnitude  <-- error\n```',
  ])
    expect(message?.content).toContain(part);
});

test('an event of an alert and a plain webhook are posted alike', () => {
  const alert = messagesAbout(sentry, { payload: { data: { event: { ...error, level: 'warning' } } } });
  expect(alert).toMatchObject([
    { event: 'event_alert', content: expect.stringContaining(':yellow_circle:') as string },
  ]);
  const payload = {
    url: 'https://s.example/1',
    level: 'info',
    event: { title: 'Slow', timestamp: 1_772_443_800 },
  };
  expect(messagesAbout(sentry, { payload })[0]?.content).toContain(
    ':blue_circle: [Slow](https://s.example/1)',
  );
});

test.each<[string, object, string]>([
  ['created', {}, ':red_circle: New issue ['],
  ['resolved', {}, 'was resolved by Amara Okonkwo.'],
  ['ignored', {}, 'was ignored by Amara Okonkwo.'],
  ['assigned', { assignedTo: { name: 'Iris' } }, 'was assigned to Iris by Amara Okonkwo.'],
])('an issue that is %s is posted', (action, more, part) => {
  const sample: WebhookSample = changed(sentryIssue, { action, data: { issue: { ...issue, ...more } } });
  expect(messagesAbout(sentry, sample)).toMatchObject([
    { event: 'issue', topic: "KeyError: 'vega'", content: expect.stringContaining(part) as string },
  ]);
});

test('unknown actions and other payloads are refused', () => {
  expect(refusalOf(sentry, changed(sentryIssue, { action: 'toString' }))).toBe(
    'UNSUPPORTED_WEBHOOK_EVENT_TYPE',
  );
  expect(refusalOf(sentry, { payload: {} })).toBe('ANOMALOUS_WEBHOOK_PAYLOAD');
});
