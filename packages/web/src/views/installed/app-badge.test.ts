import { expect, test } from 'vitest';
import type { UnreadConversation } from '../../data/chat.ts';
import { badgeCount } from './app-badge.ts';

function topic(count: number, more: Partial<UnreadConversation> = {}): UnreadConversation {
  const conversation = { kind: 'topic', channelId: 1, topic: 'mirror' } as const;
  return { conversation, ids: [], count, mentions: 0, isMuted: false, isFollowed: false, ...more };
}

const UNREAD = {
  total: 13,
  order: [
    topic(2, { conversation: { kind: 'direct', userIds: [7] } }),
    topic(5, { mentions: 1 }),
    topic(4, { isFollowed: true }),
    topic(2),
  ],
};

test.each([
  [undefined, 13],
  [1, 13],
  [2, 7],
  [3, 3],
  [4, undefined],
])('with the setting %s the badge counts %s', (display, count) => {
  expect(badgeCount(UNREAD, display)).toBe(count);
});
