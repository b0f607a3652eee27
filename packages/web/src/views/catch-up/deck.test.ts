import { expect, test } from 'vitest';
import type { UnreadConversation } from '../../data/chat.ts';
import { addUnread, countFates, currentCard, decide, goBack, openDeck } from './deck.ts';

function unread(topic: string, isMuted = false): UnreadConversation {
  const conversation = { kind: 'topic', channelId: 1, topic } as const;
  return { conversation, ids: [1], count: 1, mentions: 0, isMuted, isFollowed: false };
}

test('a deck holds unread conversations in reading order, without muted ones', () => {
  const deck = openDeck([unread('a'), unread('b', true), unread('c')]);
  expect(deck.cards.map(({ key }) => key)).toEqual(['topic:1:a', 'topic:1:c']);
});

test('a decision leads to the next card, and back again', () => {
  const deck = decide(openDeck([unread('a'), unread('b')]), 'done');
  expect(currentCard(deck)?.key).toBe('topic:1:b');
  expect(currentCard(goBack(deck))).toMatchObject({ key: 'topic:1:a', fate: 'done' });
});

test('the end of a deck counts the decisions', () => {
  const deck = decide(decide(openDeck([unread('a'), unread('b')]), 'done'), 'later');
  expect(currentCard(deck)).toBeUndefined();
  expect(countFates(deck)).toEqual({ open: 0, done: 1, later: 1, muted: 0, skipped: 0 });
});

test('a conversation that becomes unread meanwhile joins at the end, once', () => {
  const deck = decide(openDeck([unread('a')]), 'done');
  const more = addUnread(deck, [unread('a'), unread('b')]);
  expect(more.cards.map(({ key }) => key)).toEqual(['topic:1:a', 'topic:1:b']);
  expect(currentCard(more)?.key).toBe('topic:1:b');
  expect(addUnread(more, [unread('b')])).toBe(more);
});
