import { expect, test } from 'vitest';
import type { UnreadConversation } from '../data/chat.ts';
import { nextUnread } from './going.ts';

function unread(topic: string, rest: Partial<UnreadConversation> = {}): UnreadConversation {
  const conversation = { kind: 'topic', channelId: 1, topic } as const;
  return { conversation, ids: [1], count: 1, mentions: 0, isMuted: false, isFollowed: false, ...rest };
}

const order = [unread('a'), unread('b', { isMuted: true }), unread('c')];
const isCounted = ({ isMuted }: UnreadConversation): boolean => !isMuted;

test('the next unread topic is the one behind the shown topic', () => {
  const place = { view: 'messages', narrow: { kind: 'topic', channelId: 1, topic: 'A' } } as const;
  expect(nextUnread(order, place, isCounted)).toMatchObject({ topic: 'c' });
});

test('the end of the order leads to its start', () => {
  const place = { view: 'messages', narrow: { kind: 'topic', channelId: 1, topic: 'c' } } as const;
  expect(nextUnread(order, place, isCounted)).toMatchObject({ topic: 'a' });
});

test('any other place leads to the start', () => {
  expect(nextUnread(order, { view: 'inbox' }, isCounted)).toMatchObject({ topic: 'a' });
});

test('the only unread topic does not lead to itself', () => {
  const place = { view: 'messages', narrow: { kind: 'topic', channelId: 1, topic: 'a' } } as const;
  expect(nextUnread([unread('a')], place, isCounted)).toBeUndefined();
});
