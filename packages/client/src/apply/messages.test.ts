import type { EventPayload } from '@parley/contract/events.ts';
import type { UnreadMessages } from '@parley/contract/objects/personal.ts';
import { expect, test } from 'vitest';
import { applyEvent } from '../apply-event.ts';
import type { State } from '../state.ts';
import { nothingUnread } from './messages-unread.ts';

const ME = 7;
const [PLAZA, CELLAR, ELSEWHERE] = [1, 2, 3];

function freeze<T extends object>(value: T): T {
  for (const inner of Object.values(value)) if (typeof inner === 'object' && inner !== null) freeze(inner);
  return Object.freeze(value);
}

/** Frozen all through, so that a change in place is an error. User 7 is in the plaza and in a muted cellar. */
function stateOf(unread: Partial<UnreadMessages> = {}, more: object = {}): State {
  return freeze({
    queue_id: 'q',
    last_event_id: 0,
    user_id: ME,
    max_message_id: -1,
    starred_messages: [],
    recent_private_conversations: [],
    user_topics: [],
    never_subscribed: [{ stream_id: ELSEWHERE }],
    subscriptions: [
      { stream_id: PLAZA, is_muted: false },
      { stream_id: CELLAR, is_muted: true },
    ],
    unread_msgs: { ...nothingUnread, ...unread },
    ...more,
  }) as unknown as State;
}

function after(state: State, ...events: EventPayload[]): State {
  return events.reduce<State>((before, event) => freeze(applyEvent(before, { id: 1, ...event })), state);
}

function topic(stream_id: number, name: string, ...unread_message_ids: number[]) {
  return {
    stream_id,
    topic: name,
    unread_message_ids,
  };
}

function one(id: number, ...unread_message_ids: number[]) {
  return {
    other_user_id: id,
    sender_id: id,
    unread_message_ids,
  };
}

function several(user_ids_string: string, ...unread_message_ids: number[]) {
  return {
    user_ids_string,
    unread_message_ids,
  };
}

function sent(id: number, where: object, flags: string[] = []): EventPayload {
  return { type: 'message', message: { id, sender_id: 8, ...where }, flags } as EventPayload;
}

function inTopic(stream_id: number, subject: string) {
  return {
    type: 'stream',
    stream_id,
    subject,
    display_recipient: 'name',
  };
}

function direct(...ids: number[]) {
  return {
    type: 'private',
    subject: '',
    display_recipient: ids.map((id) => ({ id })),
  };
}

function moved(message_ids: number[], change: object, flags: string[] = ['read']): EventPayload {
  return {
    type: 'update_message',
    message_id: message_ids[0],
    message_ids,
    flags,
    stream_id: PLAZA,
    orig_subject: 'a',
    ...change,
  } as EventPayload;
}

function edited(message_id: number, flags: string[], where: object = { stream_id: PLAZA }): EventPayload {
  return { type: 'update_message', message_id, message_ids: [message_id], flags, ...where } as EventPayload;
}

function flagged(op: 'add' | 'remove', flag: string, messages: number[], more: object = {}): EventPayload {
  return {
    type: 'update_message_flags',
    op,
    operation: op,
    flag,
    messages,
    all: false,
    ...more,
  } as EventPayload;
}

function deleted(...message_ids: number[]): EventPayload {
  return {
    type: 'delete_message',
    message_type: 'stream',
    message_ids,
  };
}

function policy(stream_id: number, topic_name: string, visibility_policy: 0 | 1 | 2 | 3): EventPayload {
  return {
    type: 'user_topic',
    stream_id,
    topic_name,
    last_updated: 1,
    visibility_policy,
  };
}

const some = {
  count: 6,
  pms: [one(3, 20), one(ME, 21)],
  huddles: [several('3,7,8', 22)],
  streams: [topic(PLAZA, 'a', 10, 12), topic(PLAZA, 'B', 11), topic(CELLAR, 'c', 13, 14)],
  mentions: [11, 13, 20],
};

test.each<
  [what: string, before: Partial<UnreadMessages>, event: EventPayload, expected: Partial<UnreadMessages>]
>([
  ['a message', {}, sent(5, inTopic(PLAZA, 'a')), { count: 1, streams: [topic(PLAZA, 'a', 5)] }],
  ['a message that is read', {}, sent(5, inTopic(PLAZA, 'a'), ['read']), {}],
  [
    'a message in a muted channel',
    {},
    sent(5, inTopic(CELLAR, 'a')),
    { count: 0, streams: [topic(CELLAR, 'a', 5)] },
  ],
  ['a message of a channel that one only listens to', {}, sent(5, inTopic(ELSEWHERE, 'a')), {}],
  [
    'a message that calls one from a channel that one is not in',
    {},
    sent(5, inTopic(ELSEWHERE, 'a'), ['mentioned']),
    { count: 1, streams: [topic(ELSEWHERE, 'a', 5)], mentions: [5] },
  ],
  [
    'a message in a topic that is spelled otherwise',
    some,
    sent(30, inTopic(PLAZA, 'A')),
    { ...some, count: 7, streams: [topic(PLAZA, 'a', 10, 12, 30), ...some.streams.slice(1)] },
  ],
  [
    'a message in a new topic between others',
    some,
    sent(30, inTopic(PLAZA, 'Aa')),
    {
      ...some,
      count: 7,
      streams: [...some.streams.slice(0, 1), topic(PLAZA, 'Aa', 30), ...some.streams.slice(1)],
    },
  ],
  [
    'a mention',
    {},
    sent(5, inTopic(CELLAR, 'a'), ['mentioned']),
    { streams: [topic(CELLAR, 'a', 5)], mentions: [5] },
  ],
  [
    'a mention of everybody',
    {},
    sent(5, inTopic(PLAZA, 'a'), ['stream_wildcard_mentioned', 'wildcard_mentioned']),
    { count: 1, streams: [topic(PLAZA, 'a', 5)], mentions: [5] },
  ],
  [
    'a mention of everybody where it is muted',
    {},
    sent(5, inTopic(CELLAR, 'a'), ['stream_wildcard_mentioned', 'wildcard_mentioned']),
    { streams: [topic(CELLAR, 'a', 5)] },
  ],
  ['a direct message', {}, sent(5, direct(3, ME)), { count: 1, pms: [one(3, 5)] }],
  ['a note to oneself', {}, sent(5, { ...direct(ME), sender_id: ME }), { count: 1, pms: [one(ME, 5)] }],
  [
    'what one wrote to somebody',
    {},
    sent(5, { ...direct(3, ME), sender_id: ME }),
    { count: 1, pms: [one(3, 5)] },
  ],
  [
    'a message to several',
    some,
    sent(30, direct(12, 3, ME)),
    { ...some, count: 7, huddles: [several('3,7,12', 30), ...some.huddles] },
  ],
  [
    'reading here and there',
    some,
    flagged('add', 'read', [11, 12, 13, 20, 99]),
    {
      count: 3,
      pms: [one(ME, 21)],
      huddles: some.huddles,
      streams: [topic(PLAZA, 'a', 10), topic(CELLAR, 'c', 14)],
    },
  ],
  [
    'reading everything',
    { ...some, old_unreads_missing: true },
    flagged('add', 'read', [], { all: true }),
    {},
  ],
  [
    'marking as unread',
    some,
    flagged('remove', 'read', [1, 2, 3, 4, 5], {
      message_details: {
        1: { type: 'stream', stream_id: PLAZA, topic: 'A', unmuted_stream_msg: true, mentioned: true },
        2: { type: 'stream', stream_id: PLAZA, topic: 'A', unmuted_stream_msg: true },
        3: { type: 'private', user_ids: [] },
        4: { type: 'private', user_ids: [3] },
        5: { type: 'private', user_ids: [8, 12] },
      },
    }),
    {
      count: 11,
      pms: [one(3, 4, 20), one(ME, 3, 21)],
      huddles: [...some.huddles, several('7,8,12', 5)],
      streams: [topic(PLAZA, 'A', 1, 2, 10, 12), ...some.streams.slice(1)],
      mentions: [1, 11, 13, 20],
    },
  ],
  [
    'deletion',
    some,
    deleted(10, 11, 14),
    { ...some, count: 4, streams: [topic(PLAZA, 'a', 12), topic(CELLAR, 'c', 13)], mentions: [13, 20] },
  ],
  [
    'deletion one by one',
    some,
    { type: 'delete_message', message_type: 'private', message_id: 20 },
    { ...some, count: 5, pms: [one(ME, 21)], mentions: [11, 13] },
  ],
  [
    'a move to another topic',
    some,
    moved([9, 10], { subject: 'b' }),
    { ...some, streams: [topic(PLAZA, 'a', 12), topic(PLAZA, 'b', 10, 11), topic(CELLAR, 'c', 13, 14)] },
  ],
  [
    'a move to another channel, which is muted',
    some,
    moved([10, 11, 12], { new_stream_id: CELLAR }),
    {
      ...some,
      count: 3,
      streams: [topic(CELLAR, 'a', 10, 11, 12), topic(CELLAR, 'c', 13, 14)],
      mentions: [11, 13, 20],
    },
  ],
  [
    'a move to a channel that one is not in',
    some,
    moved([10, 11, 12], { new_stream_id: ELSEWHERE, subject: 'x' }),
    { ...some, count: 3, streams: some.streams.slice(2), mentions: [13, 20] },
  ],
  [
    'a move out of a channel that one is not in',
    some,
    moved([9], { stream_id: ELSEWHERE, new_stream_id: PLAZA }, []),
    { ...some, count: 7, streams: [topic(PLAZA, 'a', 9, 10, 12), ...some.streams.slice(1)] },
  ],
  [
    'another spelling of the topic',
    some,
    moved([10, 12], { subject: 'A' }),
    { ...some, streams: [topic(PLAZA, 'A', 10, 12), ...some.streams.slice(1)] },
  ],
  ['an edit that calls the reader', some, edited(10, ['mentioned']), { ...some, mentions: [10, 11, 13, 20] }],
  ['an edit that no longer does', some, edited(11, []), { ...some, mentions: [13, 20] }],
  ['an edit of a direct message', some, edited(20, [], {}), { ...some, mentions: [11, 13] }],
  ['an edit of what is read', some, edited(99, ['read', 'mentioned']), some],
  ['muting a topic', some, policy(PLAZA, 'A', 1), { ...some, count: 4 }],
  ['unmuting a topic of a muted channel', some, policy(CELLAR, 'C', 2), { ...some, count: 8 }],
  ['following a topic of a muted channel', some, policy(CELLAR, 'c', 3), { ...some, count: 8 }],
  ['unmuting where nothing was muted', some, policy(PLAZA, 'a', 2), some],
  [
    'muting a channel',
    some,
    { type: 'subscription', op: 'update', stream_id: PLAZA, property: 'is_muted', value: true },
    { ...some, count: 3 },
  ],
  [
    'unmuting a channel',
    some,
    { type: 'subscription', op: 'update', stream_id: CELLAR, property: 'is_muted', value: false },
    { ...some, count: 8 },
  ],
  [
    'leaving a channel',
    some,
    { type: 'subscription', op: 'remove', subscriptions: [{ name: 'plaza', stream_id: PLAZA }] },
    { ...some, count: 3, streams: some.streams.slice(2), mentions: [13, 20] },
  ],
  [
    'leaving a muted channel',
    some,
    { type: 'subscription', op: 'remove', subscriptions: [{ name: 'cellar', stream_id: CELLAR }] },
    { ...some, streams: some.streams.slice(0, 2), mentions: [11, 20] },
  ],
  [
    'a channel that is gone',
    some,
    { type: 'stream', op: 'delete', stream_ids: [PLAZA], streams: [{ stream_id: PLAZA }] },
    { ...some, count: 3, streams: some.streams.slice(2), mentions: [13, 20] },
  ],
])('what is unread after %s', (_, before, event, expected) => {
  expect(after(stateOf(before), event).unread_msgs).toEqual({ ...nothingUnread, ...expected });
});

test('a topic without a name stands first, whatever it is called, and apart from one that is spelled alike', () => {
  const unread = { count: 1, streams: [topic(PLAZA, 'a', 1)] };
  const plain = after(
    stateOf(unread),
    sent(2, inTopic(PLAZA, 'general chat')),
    sent(3, inTopic(PLAZA, 'General Chat')),
    policy(PLAZA, 'general chat', 1),
  );
  expect(plain.unread_msgs).toMatchObject({
    count: 2,
    streams: [topic(PLAZA, 'general chat', 2), topic(PLAZA, 'a', 1), topic(PLAZA, 'General Chat', 3)],
  });
});

test('the first message of a channel is noted where the channel is', () => {
  const channels = [
    { stream_id: PLAZA, is_muted: false, first_message_id: null },
    { stream_id: CELLAR, is_muted: true, first_message_id: 3 },
  ];
  const state = stateOf({}, { subscriptions: channels, streams: channels });
  const first = (id: number) =>
    after(state, sent(5, inTopic(id, 'a'))).streams?.map(({ first_message_id }) => first_message_id);
  expect(first(PLAZA)).toEqual([5, 3]);
  expect(first(CELLAR)).toEqual([null, 3]);
});

test('a topic policy is older than the messages of its topic', () => {
  const followed = after(stateOf(), policy(CELLAR, 'Hot', 3), policy(PLAZA, 'cold', 1));
  const heard = after(followed, sent(1, inTopic(CELLAR, 'hot')), sent(2, inTopic(PLAZA, 'COLD')));
  expect(heard.unread_msgs?.count).toBe(1);
  expect(after(heard, policy(CELLAR, 'Hot', 0), policy(PLAZA, 'cold', 0)).unread_msgs?.count).toBe(1);
});

test('nothing that was not fetched appears', () => {
  const nothing = freeze({ queue_id: 'q', last_event_id: 0 }) as unknown as State;
  const events = [
    sent(5, inTopic(PLAZA, 'a')),
    sent(6, direct(3, ME)),
    moved([5], { subject: 'b' }, []),
    flagged('remove', 'read', [5], { message_details: { 5: { type: 'private', user_ids: [3] } } }),
    flagged('add', 'read', [], { all: true }),
    flagged('add', 'starred', [5]),
    flagged('remove', 'starred', [5]),
    deleted(5),
    policy(PLAZA, 'a', 1),
  ];
  expect(after(nothing, ...events)).toEqual(nothing);
});

test('the newest message that was received', () => {
  const state = stateOf({}, { max_message_id: 9 });
  const newest = (event: EventPayload) => after(state, event).max_message_id;
  expect(newest(sent(10, inTopic(PLAZA, 'a'), ['read']))).toBe(10);
  expect(newest(sent(10, inTopic(ELSEWHERE, 'a')))).toBe(9);
  expect(newest(sent(10, direct(ME)))).toBe(10);
  const archived = after(state, sent(10, inTopic(99, 'channel events')));
  expect(archived.max_message_id).toBe(10);
  expect(archived.unread_msgs).toBe(state.unread_msgs);
});

test('where users last wrote to each other', () => {
  const state = after(
    stateOf(),
    sent(1, direct(3, ME)),
    sent(2, direct(3, ME, 9), ['read']),
    sent(3, { ...direct(ME), sender_id: ME }),
    sent(4, inTopic(PLAZA, 'a')),
    sent(5, { ...direct(3, ME), sender_id: ME }),
  );
  expect(state.recent_private_conversations).toEqual([
    { user_ids: [3], max_message_id: 5 },
    { user_ids: [], max_message_id: 3 },
    { user_ids: [3, 9], max_message_id: 2 },
  ]);
});

test('what is starred', () => {
  const state = after(stateOf(), flagged('add', 'starred', [5, 3]), flagged('add', 'starred', [4, 5]));
  expect(state.starred_messages).toEqual([3, 4, 5]);
  expect(after(state, flagged('remove', 'starred', [4, 9])).starred_messages).toEqual([3, 5]);
  expect(after(state, deleted(5, 6)).starred_messages).toEqual([3, 4]);
  expect(after(state, flagged('add', 'collapsed', [1])).starred_messages).toBe(state.starred_messages);
  const many = Array.from({ length: 10_001 }, (_, n) => n + 10);
  expect(after(state, flagged('add', 'starred', many)).starred_messages).toEqual(many.slice(1));
});

test('who did not fetch their own id follows conversations as far as they can', () => {
  const state = stateOf({}, { user_id: undefined });
  const heard = after(state, sent(1, direct(3, 8)), sent(2, direct(3, 8, 9)));
  expect(heard.unread_msgs).toMatchObject({ count: 2, pms: [one(8, 1)], huddles: [several('3,8,9', 2)] });
  const details = { 5: { type: 'private', user_ids: [3, 4] }, 6: { type: 'private', user_ids: [] } };
  expect(after(state, flagged('remove', 'read', [5, 6], { message_details: details }))).toEqual(state);
});

test('nothing gets unread in a channel that is not listed', () => {
  const details = { 5: { type: 'stream', stream_id: CELLAR, topic: 'c', unmuted_stream_msg: true } };
  const again = flagged('remove', 'read', [5], { message_details: details });
  const inPlaza = stateOf({}, { subscriptions: [{ stream_id: PLAZA }] as State['subscriptions'] });
  expect(after(inPlaza, again).unread_msgs).toEqual(inPlaza.unread_msgs);
  expect(after(stateOf({}, { subscriptions: undefined }), again).unread_msgs).toMatchObject({ count: 1 });
});

/** 50,000 ids in 100 topics. */
function full(): UnreadMessages {
  return {
    ...nothingUnread,
    count: 50_000,
    streams: Array.from({ length: 100 }, (_, t) =>
      topic(
        PLAZA,
        `t${String(t).padStart(3, '0')}`,
        ...Array.from({ length: 500 }, (__, n) => 1 + t + 100 * n),
      ),
    ),
    old_unreads_missing: true,
  };
}

test('the newest 50,000 are listed; that older ones may be missing is forgotten when all is read', () => {
  const less = after(stateOf(full()), flagged('add', 'read', [1]), sent(60_000, inTopic(PLAZA, 'new')));
  expect(less.unread_msgs).toMatchObject({ count: 50_000, old_unreads_missing: true });
  const more = after(less, sent(60_001, direct(3, ME)));
  expect(more.unread_msgs).toMatchObject({ count: 50_001, pms: [one(3, 60_001)] });
  expect(more.unread_msgs?.streams[2]?.unread_message_ids[0]).toBe(102);
  expect(after(more, flagged('add', 'read', [], { all: true })).unread_msgs).toEqual(nothingUnread);
});

test('that older ones may be missing is said from 50,000 on', () => {
  const { streams } = full();
  const less = stateOf({ count: 49_500, streams: streams.slice(1) });
  const ids = Array.from({ length: 500 }, (_, n) => 60_000 + n);
  const almost = ids.slice(1).map((id) => sent(id, inTopic(PLAZA, 't099')));
  expect(after(less, ...almost).unread_msgs).toMatchObject({ count: 49_999, old_unreads_missing: false });
  expect(after(less, ...almost, sent(70_000, direct(3, ME))).unread_msgs).toMatchObject({
    count: 50_000,
    old_unreads_missing: true,
  });
});

test('lists that an event does not concern stay the same objects', () => {
  const state = stateOf({ ...full(), pms: [one(3, 60_000)], huddles: [several('3,7,8', 60_001)] });
  const kept = (event: EventPayload): number => {
    const { unread_msgs: was } = state;
    const { unread_msgs: is } = after(state, event);
    expect(is?.pms).toBe(was?.pms);
    expect(is?.huddles).toBe(was?.huddles);
    return is?.streams.filter((entry) => was?.streams.includes(entry)).length ?? 0;
  };
  expect(kept(flagged('add', 'read', [501]))).toBe(99);
  expect(kept(flagged('add', 'read', [1, 101, 2]))).toBe(98);
  expect(kept(moved([1, 101], { orig_subject: 't000', subject: 't001' }))).toBe(98);
  expect(kept(deleted(70_000))).toBe(100);
  expect(kept(policy(PLAZA, 't000', 1))).toBe(100);
});
