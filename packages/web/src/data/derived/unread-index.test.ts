import { applyEvent, type ServerEvent, type State } from '@parley/client';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { UnreadIndex } from '../chat.ts';
import { unreadIndexer } from './unread-index.ts';

const ME = 7;
const CHANNELS = [1, 2];
const TOPICS = ['a', 'A', 'b', ''];

const start = {
  user_id: ME,
  subscriptions: CHANNELS.map((stream_id) => ({ stream_id, is_muted: stream_id === 2 })),
  user_topics: [],
  muted_users: [],
  unread_msgs: { count: 0, pms: [], streams: [], huddles: [], mentions: [], old_unreads_missing: false },
} as unknown as State;

const id = fc.integer({ min: 1, max: 40 });
const channelId = fc.constantFrom(...CHANNELS);
const topic = fc.constantFrom(...TOPICS);
const place = fc.oneof(
  fc.record({ type: fc.constant('stream'), stream_id: channelId, subject: topic }),
  fc.constantFrom([3], [3, 9], []).map((others) => ({
    type: 'private',
    subject: '',
    display_recipient: [...others, ME].map((user) => ({ id: user })),
  })),
);
const event = fc.oneof(
  fc.record({
    type: fc.constant('message'),
    message: place.map((where) => ({ sender_id: 3, ...where })),
    flags: fc.constantFrom([], ['read'], ['mentioned'], ['wildcard_mentioned']),
  }),
  fc.record({
    type: fc.constant('update_message_flags'),
    op: fc.constant('add'),
    flag: fc.constant('read'),
    messages: fc.array(id, { maxLength: 10 }),
    all: fc.boolean(),
  }),
  fc.record({ type: fc.constant('delete_message'), message_ids: fc.array(id, { maxLength: 5 }) }),
  fc.record({
    type: fc.constant('user_topic'),
    stream_id: channelId,
    topic_name: topic,
    visibility_policy: fc.constantFrom(0, 1, 2, 3),
  }),
  fc.record({
    type: fc.constant('subscription'),
    op: fc.constant('update'),
    stream_id: channelId,
    property: fc.constant('is_muted'),
    value: fc.boolean(),
  }),
  fc.record({
    type: fc.constant('muted_users'),
    muted_users: fc.constantFrom([], [{ id: 3, timestamp: 1 }]),
  }),
  fc.record({
    type: fc.constant('update_message'),
    message_id: id,
    message_ids: fc.array(id, { maxLength: 5 }),
    flags: fc.constantFrom([], ['read']),
    stream_id: channelId,
    new_stream_id: channelId,
    orig_subject: topic,
    subject: topic,
  }),
) as fc.Arbitrary<unknown> as fc.Arbitrary<ServerEvent>;

/** A message is sent once, and a move names messages of the topic that it leaves. */
function settled(event: ServerEvent, own: number, state: State): ServerEvent {
  if (event.type === 'message') return { ...event, message: { ...event.message, id: own } };
  if (event.type !== 'update_message') return event;
  const topic = state.unread_msgs?.streams.find(({ stream_id }) => stream_id === event.stream_id);
  const ids = topic?.unread_message_ids ?? [];
  return {
    ...event,
    message_id: ids[0] ?? 0,
    message_ids: ids,
    flags: ids.length === 0 ? ['read'] : event.flags,
  };
}

function plain(index: UnreadIndex): object {
  return { ...index, ids: index.ids };
}

test('an index that follows events equals one computed from the state', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), (events) => {
      const toIndex = unreadIndexer();
      let state = start;
      for (const [n, one] of events.entries()) {
        state = applyEvent(state, settled(one, n + 1, state));
        const index = toIndex(state);
        expect(plain(index)).toEqual(plain(unreadIndexer()(state)));
        expect(toIndex(state)).toBe(index);
        const inAll = [...index.byKey.values()];
        expect(index.ids.size).toBe(inAll.reduce((sum, { count }) => sum + count, 0));
        expect(index.mentions).toBe(inAll.reduce((sum, { mentions }) => sum + mentions, 0));
        const ofMutedUsers = inAll.filter(
          ({ conversation, isMuted }) => conversation.kind === 'direct' && isMuted,
        );
        const hidden = ofMutedUsers.reduce((sum, { count }) => sum + count, 0);
        expect(index.total + hidden).toBe(state.unread_msgs?.count);
      }
    }),
    { numRuns: 300 },
  );
});

test('conversations that did not change stay the same objects', () => {
  const toIndex = unreadIndexer();
  const message = (own: number, subject: string): ServerEvent =>
    ({
      type: 'message',
      message: { id: own, sender_id: 3, type: 'stream', stream_id: 1, subject },
      flags: [],
    }) as unknown as ServerEvent;
  const one = applyEvent(applyEvent(start, message(1, 'a')), message(2, 'b'));
  const before = toIndex(one);
  const after = toIndex(applyEvent(one, message(3, 'b')));
  expect(after.byKey.get('topic:1:a')).toBe(before.byKey.get('topic:1:a'));
  expect(after.byKey.get('topic:1:b')).not.toBe(before.byKey.get('topic:1:b'));
});

test('the reading order puts mentions and direct messages first and leaves muted topics out', () => {
  const events = [
    {
      type: 'message',
      message: { id: 1, sender_id: 3, type: 'stream', stream_id: 1, subject: 'old' },
      flags: [],
    },
    {
      type: 'message',
      message: { id: 2, sender_id: 3, type: 'stream', stream_id: 1, subject: 'new' },
      flags: [],
    },
    {
      type: 'message',
      message: { id: 3, sender_id: 3, type: 'stream', stream_id: 2, subject: 'muted' },
      flags: [],
    },
    {
      type: 'message',
      message: { id: 4, sender_id: 3, type: 'stream', stream_id: 2, subject: 'called' },
      flags: ['mentioned'],
    },
    {
      type: 'message',
      message: { id: 5, sender_id: 3, type: 'private', display_recipient: [{ id: 3 }, { id: ME }] },
      flags: [],
    },
  ] as unknown as ServerEvent[];
  const { order, total, mentions, byChannel } = unreadIndexer()(events.reduce(applyEvent, start));
  expect(order.map(({ conversation }) => conversation)).toEqual([
    { kind: 'direct', userIds: [3] },
    { kind: 'topic', channelId: 2, topic: 'called' },
    { kind: 'topic', channelId: 1, topic: 'new' },
    { kind: 'topic', channelId: 1, topic: 'old' },
  ]);
  expect({ total, mentions, muted: byChannel.get(2) }).toEqual({
    total: 3,
    mentions: 1,
    muted: { count: 0, mentions: 1, topics: [order[1]] },
  });
});

test('channels whose messages did not change stay the same objects', () => {
  const said = (id: number, stream_id: number): ServerEvent =>
    ({
      type: 'message',
      message: { id, sender_id: 3, type: 'stream', stream_id, subject: 'new' },
      flags: [],
    }) as unknown as ServerEvent;
  const toIndex = unreadIndexer();
  const earlier = [said(901, 1), said(902, 2)].reduce(applyEvent, start);
  const [before, after] = [toIndex(earlier), toIndex(applyEvent(earlier, said(903, 1)))];
  expect(after.byChannel.get(1)?.count).toBe(2);
  expect(after.byChannel.get(2)).toBe(before.byChannel.get(2));
});
