import { changed, messagesAbout, refusalOf } from '@parley/test-support/webhook-samples.ts';
import { expect, test } from 'vitest';
import { pingdomDown } from '../samples/monitoring.ts';
import { pingdom } from './pingdom.ts';

test.each([
  ['DOWN', 'down', ':cross_mark: [Tickets](https://tickets.example.org/) is down (HTTP error 503'],
  ['UP', 'up', ':check: [Tickets](https://tickets.example.org/) is up again ('],
  ['FAILING', 'failing', 'fails ('],
  ['SUCCESS', 'success', 'succeeds again ('],
])('a check in the state %s is posted', (current_state, event, part) => {
  expect(messagesAbout(pingdom, changed(pingdomDown, { current_state }))).toMatchObject([
    { event, topic: 'Tickets', content: expect.stringContaining(part) as string },
  ]);
});

test('a check without an address or a reason is posted without them', () => {
  const payload = { check_name: 'Mail', current_state: 'DOWN', check_params: { url: '/path' } };
  expect(messagesAbout(pingdom, { payload })).toMatchObject([{ content: ':cross_mark: Mail is down.' }]);
});

test('unknown states and other payloads are refused', () => {
  expect(refusalOf(pingdom, changed(pingdomDown, { current_state: 'toString' }))).toBe(
    'UNSUPPORTED_WEBHOOK_EVENT_TYPE',
  );
  expect(refusalOf(pingdom, { payload: { check_name: 'Mail' } })).toBe('BAD_REQUEST');
});
