import type { State } from '@parley/client';
import { expect, test } from 'vitest';
import { unreadIndexer } from '../../data/derived/unread-index.ts';
import { inboxGroups } from './inbox-groups.ts';

const channel = (stream_id: number, name: string, rest: object = {}) => ({
  stream_id,
  name,
  is_muted: false,
  is_archived: false,
  pin_to_top: false,
  folder_id: null,
  ...rest,
});

const topic = (stream_id: number, name: string, ...unread_message_ids: number[]) => ({
  stream_id,
  topic: name,
  unread_message_ids,
});

const reminder = (reminder_id: number, due: number, hash: string) => ({
  reminder_id,
  reminder_target_message_id: reminder_id + 100,
  scheduled_delivery_timestamp: due,
  content: '',
  rendered_content: `<p>About <a href="/${hash}">a message</a></p>`,
});

function groupsOf(rest: object) {
  const state = {
    user_id: 7,
    subscriptions: [
      channel(1, 'zebra'),
      channel(2, 'apple'),
      channel(3, 'pinned', { pin_to_top: true }),
      channel(4, 'quiet', { is_muted: true }),
    ],
    channel_folders: [],
    user_topics: [],
    muted_users: [],
    reminders: [],
    ...rest,
    unread_msgs: {
      count: 0,
      pms: [],
      streams: [],
      huddles: [],
      mentions: [],
      old_unreads_missing: false,
      ...('unread' in rest ? (rest.unread as object) : {}),
    },
  } as unknown as State;
  return inboxGroups(state, unreadIndexer()(state));
}

test('channels stand in the order of the sidebar, their topics newest first', () => {
  const { channels } = groupsOf({
    unread: { streams: [topic(1, 'z', 10), topic(2, 'old', 11, 12), topic(2, 'new', 13), topic(3, 'p', 5)] },
  });
  const shown = channels.map(({ channelId, count, topics }) => [
    channelId,
    count,
    topics.map(({ conversation }) => (conversation.kind === 'topic' ? conversation.topic : '')),
  ]);
  expect(shown).toEqual([
    [3, 1, ['p']],
    [2, 3, ['new', 'old']],
    [1, 1, ['z']],
  ]);
});

test('muted channels show only topics that mention the reader', () => {
  const { channels } = groupsOf({
    unread: { streams: [topic(4, 'a', 20), topic(4, 'b', 21)], mentions: [21] },
  });
  expect(channels.map(({ channelId, topics }) => [channelId, topics.map(({ ids }) => ids)])).toEqual([
    [4, [[21]]],
  ]);
});

test('a postponed conversation stands apart, the next one first', () => {
  const { direct, channels, later } = groupsOf({
    unread: {
      streams: [topic(1, 'z', 10), topic(1, 'stays', 11)],
      pms: [{ other_user_id: 9, sender_id: 9, unread_message_ids: [102] }],
    },
    reminders: [
      reminder(1, 2_000, '#narrow/channel/1-zebra/topic/z/near/10'),
      reminder(2, 1_000, ''),
      reminder(3, 500, '#narrow/is/starred'),
    ],
  });
  expect(direct).toEqual([]);
  expect(channels.flatMap(({ topics }) => topics.map(({ ids }) => ids))).toEqual([[11]]);
  expect(later.map(({ reminderId, due }) => [reminderId, due])).toEqual([
    [2, 1_000],
    [1, 2_000],
  ]);
});
