import type { Message, NarrowTerm, State } from '@parley/client';
import { expect, test } from 'vitest';
import { searchStored } from './search-stored.ts';

function message(id: number, content: string, rest: object = {}): Message {
  const place = { kind: 'channel', topic: 'mirror cover', channel: { id: 7, name: 'dome' } };
  return { id, content, sender_id: 2, flags: [], reactions: [], ...place, ...rest } as unknown as Message;
}

const STATE = { user_id: 1, subscriptions: [], user_topics: [] } as unknown as State;
const KEPT = [
  message(12, '<p>The <b>Café</b> is open</p>'),
  message(11, '<p>open the cover</p>', { sender_id: 3 }),
  message(13, '<p>closed</p>'),
];

const found = (...terms: NarrowTerm[]): number[] => searchStored(KEPT, terms, STATE).map(({ id }) => id);

test('words are found in text and topic, without case and accents, oldest first', () => {
  expect(found({ operator: 'search', operand: 'open' })).toEqual([11, 12]);
  expect(found({ operator: 'search', operand: 'cafe OPEN' })).toEqual([12]);
  expect(found({ operator: 'search', operand: 'mirror' })).toEqual([11, 12, 13]);
});

test('terms that the device can judge narrow the search, and others find nothing', () => {
  expect(found({ operator: 'search', operand: 'open' }, { operator: 'sender', operand: 3 })).toEqual([11]);
  expect(found({ operator: 'sender', operand: 3, negated: true })).toEqual([12, 13]);
  expect(found({ operator: 'search', operand: 'open' }, { operator: 'has', operand: 'link' })).toEqual([]);
  expect(found({ operator: 'search', operand: 'open', negated: true })).toEqual([]);
});
