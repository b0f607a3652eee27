import { messagesAbout, refusalOf, withOptions } from '@parley/test-support/webhook-samples.ts';
import { expect, test } from 'vitest';
import { alertmanagerAlerts } from '../samples/alerts.ts';
import { alertmanager } from './alertmanager.ts';

test('alerts of one instance are grouped by state (I-15)', () => {
  const messages = messagesAbout(alertmanager, alertmanagerAlerts);
  expect(messages.map(({ topic }) => topic)).toEqual(['archive-2', 'archive-2']);
  expect(messages[0]?.content).toMatch(
    /^:rotating_light: \*\*FIRING\*\*\n\n\* \[DiskAlmostFull\].*\n\* \[BackupMissing\]/,
  );
  expect(messages[1]?.content).toMatch(/^:check: \*\*Resolved\*\* \[HighLoad\]\(/);
});

test('the address chooses the labels for topic and text', () => {
  const sample = withOptions(alertmanagerAlerts, { name: 'alertname', desc: 'summary' });
  expect(
    messagesAbout(alertmanager, sample).map(({ topic, content }) => [topic, content.split('](')[0]]),
  ).toEqual([
    ['DiskAlmostFull', ':rotating_light: **FIRING** [Images fill the disk.'],
    ['BackupMissing', ':rotating_light: **FIRING** [(no description)'],
    ['HighLoad', ':check: **Resolved** [(no description)'],
  ]);
});

test('an alert without the label goes to a topic for unknown ones', () => {
  const payload = { alerts: [{ status: 'firing', labels: { alertname: 'x' } }] };
  expect(messagesAbout(alertmanager, { payload })).toMatchObject([{ topic: '(unknown)' }]);
});

test('a payload without alerts is refused', () => {
  expect(refusalOf(alertmanager, { payload: {} })).toBe('BAD_REQUEST');
});
