import { toMessage, type Message, type ServerEvent, type State } from '@parley/client';
import { expect, test } from 'vitest';
import { narrowKey, type Narrow } from '../narrow/narrow.ts';
import { spanOf } from '../windows/span.ts';
import { createModel, type Model } from './model.ts';

const CHANNEL = 4;
const state = {
  user_id: 7,
  subscriptions: [{ stream_id: CHANNEL, name: 'garden' }],
} as unknown as State;

function message(id: number, topic: string, more: object = {}): Message {
  const wire = {
    id,
    type: 'stream',
    stream_id: CHANNEL,
    subject: topic,
    display_recipient: 'garden',
    ...more,
  };
  return toMessage(
    { sender_id: 8, content: '', reactions: [], submessages: [], topic_links: [], ...wire } as never,
    [],
  );
}

const topicNarrow = (topic: string): Narrow => ({ kind: 'topic', channelId: CHANNEL, topic });

/** Fetches all messages of a topic. */
function fetched(model: Model, topic: string, messages: readonly Message[]): void {
  const page = { ids: messages.map(({ id }) => id), foundOldest: true, foundNewest: true };
  const narrow = topicNarrow(topic);
  model.merge(messages, { key: narrowKey(narrow), span: spanOf(narrow, page) }, []);
}

const idsIn = (model: Model, topic: string): readonly number[] | undefined =>
  model.held().spans.get(narrowKey(topicNarrow(topic)))?.ids;

function receive(model: Model, ...events: object[]): void {
  model.receive({ kind: 'events', events: events as ServerEvent[], state });
}

const moveTo = (topic: string, ids: readonly number[], more: object = {}): object => ({
  type: 'update_message',
  message_id: ids[0],
  message_ids: ids,
  stream_id: CHANNEL,
  orig_subject: 'apples',
  subject: topic,
  flags: [],
  topic_links: [],
  ...more,
});

test('a message enters a window by an event although a page has brought it with that change before', () => {
  const model = createModel(state);
  const starred: Narrow = { kind: 'starred' };
  const empty = spanOf(starred, { ids: [], foundOldest: true, foundNewest: true });
  model.merge([], { key: narrowKey(starred), span: empty }, []);
  fetched(model, 'apples', [{ ...message(1, 'apples'), flags: ['starred'] }]);
  receive(model, { type: 'update_message_flags', op: 'add', flag: 'starred', messages: [1], all: false });
  expect(model.held().spans.get(narrowKey(starred))?.ids).toEqual([1]);
});

test('a message that was moved before a new snapshot does not come back by a reaction', () => {
  const model = createModel(state);
  fetched(model, 'apples', [message(1, 'apples')]);
  model.receive({ kind: 'snapshot', state });
  fetched(model, 'apples', [message(2, 'apples')]);
  const emoji = { emoji_name: 'heart', emoji_code: '2764', reaction_type: 'unicode_emoji' };
  receive(model, { type: 'reaction', op: 'add', message_id: 1, user_id: 8, ...emoji });
  expect(idsIn(model, 'apples')).toEqual([2]);
});

test('an event that marks everything as read leaves messages unread that were sent after it', () => {
  const model = createModel(state);
  const later = message(3, 'apples');
  fetched(model, 'apples', [later]);
  receive(model, { type: 'update_message_flags', op: 'add', flag: 'read', messages: [], all: true });
  expect(model.messages.get(3)?.flags).toEqual(['read']);
  receive(model, { type: 'message', message: later, flags: [] });
  expect(model.messages.get(3)?.flags).toEqual([]);
});

test('messages keep their spelling of a topic that moves to another channel', () => {
  const model = createModel(state);
  fetched(model, 'apples', [message(1, 'apples'), message(2, 'Apples')]);
  receive(model, moveTo('apples', [1, 2], { subject: undefined, new_stream_id: 5 }));
  expect([1, 2].map((id) => model.messages.get(id)?.topic)).toEqual(['apples', 'Apples']);
});
