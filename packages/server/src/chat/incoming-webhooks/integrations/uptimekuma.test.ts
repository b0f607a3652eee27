import { changed, messagesAbout, refusalOf } from '@parley/test-support/webhook-samples.ts';
import { expect, test } from 'vitest';
import { uptimekumaDown } from '../samples/monitoring.ts';
import { uptimekuma } from './uptimekuma.ts';

const { heartbeat, monitor } = uptimekumaDown.payload;

function inState(status: number) {
  return changed(uptimekumaDown, { heartbeat: { ...heartbeat, status, msg: '' } });
}

test.each([
  [0, 'down', ':cross_mark: [Weather station](https://weather.example.org) is down.'],
  [1, 'up', ':check: [Weather station](https://weather.example.org) is up.'],
  [2, 'pending', ':info: [Weather station](https://weather.example.org) is tried again.'],
  [3, 'maintenance', ':construction: [Weather station](https://weather.example.org) is in maintenance.'],
])('a monitor in the state %i is posted', (status, event, content) => {
  expect(messagesAbout(uptimekuma, inState(status))).toEqual([{ event, topic: 'Weather station', content }]);
});

test('the reason is posted, and a monitor of a port has no link', () => {
  const [message] = messagesAbout(
    uptimekuma,
    changed(uptimekumaDown, { monitor: { ...monitor, url: 'https://' } }),
  );
  expect(message?.content).toBe(
    ':cross_mark: Weather station is down (connect ECONNREFUSED 192.0.2.30:443).',
  );
});

test('a test and a notice without a state are posted', () => {
  const test = { heartbeat: null, monitor: null, msg: 'Hook Testing' };
  expect(messagesAbout(uptimekuma, { payload: test })).toEqual([
    { event: 'notice', topic: 'Uptime Kuma', content: ':info: Hook Testing' },
  ]);
});

test('unknown states and other payloads are refused', () => {
  expect(refusalOf(uptimekuma, inState(9))).toBe('UNSUPPORTED_WEBHOOK_EVENT_TYPE');
  expect(refusalOf(uptimekuma, { payload: {} })).toBe('BAD_REQUEST');
});
