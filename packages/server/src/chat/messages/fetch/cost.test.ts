import { expect, test } from 'vitest';
import { isExpensive, requestCostOf } from './cost.ts';

const SEARCH = { operator: 'search' as const, operand: 'pipeline' };
const CHANNEL = { operator: 'channel' as const, operand: 'general' };

test.each([
  ['a page of messages', { num_before: 50, num_after: 50 }, 1, false],
  ['a page of a channel', { num_before: 100, narrow: [CHANNEL] }, 1, false],
  ['a thousand messages', { num_before: 500, num_after: 500 }, 1, true],
  ['more than a thousand messages', { num_before: 1001 }, 2, true],
  ['five thousand messages', { num_before: 2500, num_after: 2500 }, 5, true],
  ['five thousand ids', { message_ids: Array.from({ length: 5000 }, (_, id) => id) }, 5, true],
  ['a search', { num_before: 50, narrow: [SEARCH] }, 5, true],
  ['a search for five thousand messages', { num_before: 5000, narrow: [CHANNEL, SEARCH] }, 9, true],
  ['messages outside of a channel', { num_before: 50, narrow: [{ ...CHANNEL, negated: true }] }, 1, true],
  [
    'messages with a link',
    { num_before: 50, narrow: [{ operator: 'has' as const, operand: 'link' }] },
    1,
    true,
  ],
])('%s', (_name, request, cost, expensive) => {
  expect([requestCostOf(request), isExpensive(request)]).toEqual([cost, expensive]);
});
