import type { Message } from '@parley/client';
import { expect, test } from 'vitest';
import { listItems, type ItemSource } from './items.ts';

const NOON = new Date(2026, 2, 17, 12).getTime() / 1000;

function kindsOf(messages: readonly Partial<Message>[], part: Partial<ItemSource> = {}): string[] {
  const store = new Map(
    messages.map((message, index) => [index + 1, { ...message, id: index + 1 } as Message]),
  );
  return listItems({
    ids: [...store.keys()],
    from: 0,
    to: messages.length,
    messageOf: (id) => store.get(id),
    pending: [],
    firstUnreadId: undefined,
    gaps: [],
    isMixed: false,
    selfId: 1,
    ...part,
  }).map((item) => ('isFirst' in item ? `${item.kind}${item.isFirst ? ' first' : ''}` : item.kind));
}

const by = (sender_id: number, minutes: number): Partial<Message> => ({
  sender_id,
  timestamp: NOON + minutes * 60,
});

test('a run has one sender and no pause of more than ten minutes', () => {
  expect(kindsOf([by(1, 0), by(1, 10), by(1, 21), by(2, 22)])).toEqual([
    'day',
    'message first',
    'message',
    'message first',
    'message first',
  ]);
});

test('a day and the line of the first unread message end a run', () => {
  expect(kindsOf([by(1, 715), by(1, 721)])).toEqual(['day', 'message first', 'day', 'message first']);
  expect(kindsOf([by(1, 0), by(1, 1)], { firstUnreadId: 2 })).toEqual([
    'day',
    'message first',
    'since',
    'message first',
  ]);
});

test('the line of the first unread message stands above the place of the message', () => {
  const inTopic = (topic: string, minutes: number): Partial<Message> => ({
    sender_id: 1,
    timestamp: NOON + minutes * 60,
    kind: 'channel',
    channel: { id: 1, name: 'dome' },
    topic,
  });
  const messages = [inTopic('mirror', 0), inTopic('night plan', 1)];
  expect(kindsOf(messages, { firstUnreadId: 2, isMixed: true })).toEqual([
    'day',
    'place',
    'message first',
    'since',
    'place',
    'message first',
  ]);
});

test('the first row in the page knows the message before it', () => {
  expect(kindsOf([by(1, 0), by(1, 1)], { from: 1 })).toEqual(['message']);
});

test('a gap is shown, and no run goes across it', () => {
  expect(kindsOf([by(1, 0), by(1, 1)], { gaps: [2] })).toEqual([
    'day',
    'message first',
    'gap',
    'message first',
  ]);
});

test('entries of the outbox continue a run of the reader', () => {
  const entry = { key: 'k', text: 'hm', created: (NOON + 60) * 1000 } as ItemSource['pending'][number];
  expect(kindsOf([by(1, 0)], { pending: [entry] }).at(-1)).toBe('pending');
  expect(kindsOf([by(2, 0)], { pending: [entry] }).at(-1)).toBe('pending first');
});

test('a message about its sender opens a row with the name', () => {
  const act = { ...by(1, 1), is_me_message: true };
  const entry = { key: 'k', text: '/me waves', created: (NOON + 60) * 1000 } as ItemSource['pending'][number];
  expect(kindsOf([by(1, 0), act])).toEqual(['day', 'message first', 'message first']);
  expect(kindsOf([by(1, 0)], { pending: [entry] }).at(-1)).toBe('pending first');
});

test('a view that mixes conversations names each of them', () => {
  const inTopic = (topic: string): Partial<Message> =>
    ({ ...by(1, 0), kind: 'channel', channel: { id: 5, name: 'dome' }, topic }) as Partial<Message>;
  expect(kindsOf([inTopic('a'), inTopic('A'), inTopic('b')], { isMixed: true })).toEqual([
    'day',
    'place',
    'message first',
    'message',
    'place',
    'message first',
  ]);
});
