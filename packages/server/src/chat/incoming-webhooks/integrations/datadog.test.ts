import { changed, messagesAbout } from '@parley/test-support/webhook-samples.ts';
import { expect, test } from 'vitest';
import { datadogTriggered } from '../samples/monitoring.ts';
import { datadog } from './datadog.ts';

const TOPIC = 'Disk of the archive is almost full';

test.each([
  ['[Triggered] Load', 'triggered', ':rotating_light:', 'Load'],
  ['[Re-Triggered on {host:a}] Load', 'triggered', ':rotating_light:', 'Load'],
  ['[P3] [Warn on {host:a,env:x}] Load', 'warned', ':warning:', 'Load'],
  ['[No data] Load', 'no_data', ':warning:', 'Load'],
  ['[Recovered on {host:a}] Load', 'recovered', ':check:', 'Load'],
  ['Deployed version 4', 'event', ':info:', 'Deployed version 4'],
  ['[toString] Load', 'event', ':info:', 'Load'],
  ['[Triggered]', 'triggered', ':rotating_light:', '[Triggered]'],
])('the title %j is the event %s', (title, event, icon, topic) => {
  expect(messagesAbout(datadog, changed(datadogTriggered, { title }))).toMatchObject([
    { event, topic, content: expect.stringContaining(icon) as string },
  ]);
});

test('a transition in the payload is used before the title', () => {
  const sample = changed(datadogTriggered, { alert_transition: 'Recovered' });
  expect(messagesAbout(datadog, sample)).toMatchObject([{ event: 'recovered', topic: TOPIC }]);
});

test('the text is quoted without the marks of Datadog', () => {
  const [message] = messagesAbout(datadog, datadogTriggered);
  expect(message?.content).toContain('```quote\nOnly 4 GB are left on archive-2.');
  expect(message?.content).not.toContain('%%%');
});
