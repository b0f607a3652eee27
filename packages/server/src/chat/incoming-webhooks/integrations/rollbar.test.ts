import { messagesAbout, refusalOf } from '@parley/test-support/webhook-samples.ts';
import { expect, test } from 'vitest';
import { rollbarNewItem } from '../samples/monitoring.ts';
import { rollbar } from './rollbar.ts';

const { data } = rollbarNewItem.payload;

function event(event_name: string, more: object = {}) {
  return { payload: { event_name, data: { ...data, ...more } } };
}

test.each([
  ['new_item', {}, ':red_circle: New item: [#12 ValueError: the declination is out of range]('],
  ['exp_repeat_item', { occurrences: 100 }, 'Occurrence 100: ['],
  [
    'item_velocity',
    { trigger: { threshold: 10, window_size_description: '5 minutes' } },
    '10 occurrences in 5 minutes: [',
  ],
  ['item_velocity', {}, 'Many occurrences: ['],
  ['reactivated_item', {}, 'Reactivated: ['],
  ['resolved_item', {}, 'Resolved: ['],
  ['reopened_item', { item: { ...data.item, level: 30 } }, ':yellow_circle: Reopened: ['],
])('%s is posted in the topic of the item', (name, more, part) => {
  expect(messagesAbout(rollbar, event(name, more))).toMatchObject([
    { event: name, topic: data.item.title, content: expect.stringContaining(part) as string },
  ]);
});

test('the level of the last occurrence is shown if the item has none', () => {
  const item = { title: 'Rain', last_occurrence: { level: 'warning' } };
  expect(messagesAbout(rollbar, event('new_item', { item }))[0]?.content).toContain('**Level**: warning');
});

test('a deploy and a test are posted', () => {
  const deploy = { environment: 'staging', revision: '4f1d9c07be8a53e2610f', local_username: 'iris' };
  expect(messagesAbout(rollbar, { payload: { event_name: 'deploy', data: { deploy } } })).toEqual([
    {
      event: 'deploy',
      topic: 'deploys',
      content: ':rocket: The revision `4f1d9c07be8a` was deployed to staging by iris.',
    },
  ]);
  expect(messagesAbout(rollbar, { payload: { event_name: 'test' } })).toHaveLength(1);
});

test('unknown events and other payloads are refused', () => {
  expect(refusalOf(rollbar, event('toString'))).toBe('UNSUPPORTED_WEBHOOK_EVENT_TYPE');
  expect(refusalOf(rollbar, { payload: { event_name: 'new_item' } })).toBe('BAD_REQUEST');
});
