import type { State } from '@parley/client';
import { expect, test } from 'vitest';
import type { ConversationSummary } from '../../data/chat.ts';
import { activityByChannel, channelLists } from './channel-lists.ts';

test('archived channels are in a list of their own, also those that the user reads', () => {
  const lists = channelLists({
    subscriptions: [
      { stream_id: 1, is_archived: false },
      { stream_id: 2, is_archived: true },
    ],
    unsubscribed: [],
    never_subscribed: [{ stream_id: 3, is_archived: false }],
  } as unknown as State);
  const ids = (list: readonly { stream_id: number }[]) => list.map(({ stream_id }) => stream_id);
  expect([ids(lists.yours), ids(lists.all), ids(lists.archived)]).toEqual([[1], [1, 3], [2]]);
});

test('the newest topics of a channel tell when it was written in', () => {
  const summary = (channelId: number, topic: string, timestamp: number) =>
    ({ conversation: { kind: 'topic', channelId, topic }, timestamp }) as ConversationSummary;
  const activity = activityByChannel([summary(1, 'b', 9), summary(2, 'x', 8), summary(1, 'a', 7)]);
  expect(activity.get(1)).toEqual({ topics: ['b', 'a'], timestamp: 9 });
  expect(activity.get(3)).toBeUndefined();
});
