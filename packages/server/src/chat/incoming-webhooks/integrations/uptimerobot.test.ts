import { changed, messagesAbout, refusalOf } from '@parley/test-support/webhook-samples.ts';
import { expect, test } from 'vitest';
import { uptimeDown, uptimeUp } from '../samples/alerts.ts';
import { uptimerobot } from './uptimerobot.ts';

test('a monitor that is down, and up again, is posted', () => {
  expect(messagesAbout(uptimerobot, uptimeDown)).toEqual([
    {
      event: 'down',
      topic: 'Star map',
      content: ':cross_mark: [Star map](https://map.example.org) is down (Connection timeout).',
    },
  ]);
  expect(messagesAbout(uptimerobot, uptimeUp)).toMatchObject([
    { event: 'up', content: expect.stringContaining('It was down for 4 minutes and 10 seconds.') as string },
  ]);
});

test('missing fields and unknown alerts are refused', () => {
  expect(refusalOf(uptimerobot, changed(uptimeDown, { monitor_url: undefined }))).toBe('BAD_REQUEST');
  const unknown = changed(uptimeDown, { alert_type_friendly_name: 'SSL expiry' });
  expect(refusalOf(uptimerobot, unknown)).toBe('UNSUPPORTED_WEBHOOK_EVENT_TYPE');
});
