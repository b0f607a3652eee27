import { messagesAbout, refusalOf } from '@parley/test-support/webhook-samples.ts';
import { expect, test } from 'vitest';
import { grafanaAlert, grafanaFiring } from '../samples/alerts.ts';
import { grafana } from './grafana.ts';

function alerts(...list: object[]) {
  return messagesAbout(grafana, { payload: { alerts: list } });
}

test('an alert has icon, times, labels, values, annotations and links', () => {
  expect(messagesAbout(grafana, grafanaFiring)).toMatchObject([{ event: 'firing', topic: '[DomeHumidity]' }]);
  const content = messagesAbout(grafana, grafanaFiring)[0]?.content ?? '';
  for (const part of [
    ':rotating_light: **FIRING**: DomeHumidity',
    'Started: <time:2026-03-02T21:40:00Z>',
    '* `instance`: dome-1',
    '* `humidity`: 83',
    '* `summary`: Humidity in the dome is above 80 %',
    '[Source](https://grafana.example.org/alerting/7/view), [Silence](',
  ])
    expect(content).toContain(part);
});

test('each alert has a message, and the year 1 is no end (I-16)', () => {
  const messages = alerts(grafanaAlert, {
    ...grafanaAlert,
    status: 'resolved',
    endsAt: '2026-03-02T22:00:00Z',
  });
  expect(messages.map(({ event }) => event)).toEqual(['firing', 'resolved']);
  expect(messages.map(({ content }) => content.includes('Ended:'))).toEqual([false, true]);
});

test('an alert without a name has the fingerprint as topic', () => {
  expect(alerts({ status: 'firing', labels: {}, fingerprint: 'f1' })).toMatchObject([{ topic: 'f1' }]);
});

test('values without names are shown as text', () => {
  expect(alerts({ ...grafanaAlert, values: null, valueString: '[ 3 ]' })[0]?.content).toContain(
    'Values: [ 3 ]',
  );
});

test.each([
  ['ok', ':check:'],
  ['pending', ':info:'],
  ['alerting', ':rotating_light:'],
  ['paused', ':info:'],
])('the state %s of Grafana 7 is posted', (state, icon) => {
  const payload = {
    title: 'Wind',
    state,
    ruleUrl: 'https://g.example/w',
    evalMatches: [{ metric: 'gusts', value: 9 }],
  };
  expect(messagesAbout(grafana, { payload })).toMatchObject([
    { event: state, topic: 'Wind', content: `${icon} [Wind](https://g.example/w)\n\n* gusts: 9` },
  ]);
});

test('a payload without alerts and state is refused', () => {
  expect(refusalOf(grafana, { payload: { title: 'x' } })).toBe('BAD_REQUEST');
});
