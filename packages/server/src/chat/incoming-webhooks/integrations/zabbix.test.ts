import { changed, messagesAbout, refusalOf } from '@parley/test-support/webhook-samples.ts';
import { expect, test } from 'vitest';
import { zabbixProblem } from '../samples/monitoring.ts';
import { zabbix } from './zabbix.ts';

test.each([
  ['PROBLEM', 'problem', ':rotating_light: Problem on guider-1: [The load is too high]('],
  ['OK', 'resolved', ':check: Resolved on guider-1: [The load is too high]('],
  ['RESOLVED', 'resolved', ':check: Resolved on guider-1'],
])('the status %s is posted in the topic of the host', (status, event, part) => {
  expect(messagesAbout(zabbix, changed(zabbixProblem, { status }))).toMatchObject([
    { event, topic: 'guider-1', content: expect.stringContaining(part) as string },
  ]);
});

test('a problem without its host, name or status is refused', () => {
  for (const field of ['hostname', 'trigger', 'status'])
    expect(refusalOf(zabbix, changed(zabbixProblem, { [field]: undefined }))).toBe('BAD_REQUEST');
});
