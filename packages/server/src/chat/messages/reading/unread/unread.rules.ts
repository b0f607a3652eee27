import { leave, room } from '@parley/rules/steps/channels.ts';
import { numberAt, same, success, type Item } from '@parley/rules/expect.ts';
import { flag, flagEvents, post, talk, unreadOf, write } from '@parley/rules/steps/reading.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { stateOf } from '@parley/rules/steps/common.ts';

const OPERATION = 'register-queue';
const NOTHING = { count: 0, pms: [], streams: [], huddles: [], mentions: [], old_unreads_missing: false };

export const unreadRules: readonly Rule[] = [
  rule('UNR-1', OPERATION, 'A user who has received no message has no unread messages.', async (w) => {
    const as = await w.user();
    same(await unreadOf(w, as), NOTHING, 'unread_msgs');
    same((await stateOf(w, as, 'message')).at('max_message_id'), -1, 'max_message_id');
  }),
  rule(
    'UNR-2',
    OPERATION,
    'Unread messages of a channel are listed by topic, in any letter case.',
    async (w) => {
      const { reader, writer, place } = await talk(w);
      const [zeta, alpha, again] = [
        await post(w, writer, place, 'zeta'),
        await post(w, writer, place, 'Alpha'),
        await post(w, writer, place, 'ZETA'),
      ];
      const { count, streams } = await unreadOf(w, reader);
      same(count, 3, 'count');
      same(
        streams,
        [
          { stream_id: place.id, topic: 'Alpha', unread_message_ids: [alpha] },
          { stream_id: place.id, topic: 'zeta', unread_message_ids: [zeta, again] },
        ],
        'streams',
      );
    },
  ),
  rule('UNR-3', OPERATION, 'Unread direct messages are listed by the other user, or oneself.', async (w) => {
    const { reader, writer } = await talk(w);
    const [theirs, own] = [await write(w, writer, [reader]), await write(w, reader, [reader])];
    const pm = (id: number, message: number) => ({
      other_user_id: id,
      sender_id: id,
      unread_message_ids: [message],
    });
    const expected = [pm(reader.id, own), pm(writer.id, theirs)];
    same(
      (await unreadOf(w, reader))['pms'],
      expected.toSorted((a, b) => a.other_user_id - b.other_user_id),
      'pms',
    );
  }),
  rule('UNR-4', OPERATION, 'Unread messages of several users are listed by everybody in them.', async (w) => {
    const { reader, writer } = await talk(w);
    const third = await w.user();
    const id = await write(w, writer, [reader, third]);
    const ids = [reader.id, writer.id, third.id].toSorted((a, b) => a - b);
    const { huddles, count } = await unreadOf(w, reader);
    same(huddles, [{ user_ids_string: ids.join(','), unread_message_ids: [id] }], 'huddles');
    same(count, 1, 'count');
  }),
  rule('UNR-5', OPERATION, 'Messages of muted topics and channels are listed but not counted.', async (w) => {
    const { reader, writer, place } = await talk(w);
    await post(w, writer, place, 'muted');
    await post(w, writer, place, 'loud');
    const setPolicy = (topic: string, visibility_policy: number) =>
      w.ask('POST', '/user_topics', { as: reader, form: { stream_id: place.id, topic, visibility_policy } });
    success(await setPolicy('MUTED', 1));
    const state = await unreadOf(w, reader);
    same([state['count'], (state['streams'] as Item[]).length], [1, 2], 'the count and the topics');
    const subscription_data = [{ stream_id: place.id, property: 'is_muted', value: true }];
    success(
      await w.ask('POST', '/users/me/subscriptions/properties', { as: reader, form: { subscription_data } }),
    );
    same((await unreadOf(w, reader))['count'], 0, 'the count in a muted channel');
    success(await setPolicy('loud', 2));
    same((await unreadOf(w, reader))['count'], 1, 'the count with an unmuted topic in it');
  }),
  rule('UNR-6', OPERATION, 'Being called with everybody is a mention where it is not muted.', async (w) => {
    const { reader, writer, place } = await talk(w);
    const [everybody, muted, called] = [
      await post(w, writer, place, 'loud', '@**all**'),
      await post(w, writer, place, 'muted', '@**all**'),
      await post(w, writer, place, 'muted', `@**|${reader.id}**`),
    ];
    const form = { stream_id: place.id, topic: 'muted', visibility_policy: 1 };
    const mentions = async () =>
      ((await unreadOf(w, reader))['mentions'] as number[]).toSorted((a, b) => a - b);
    same(await mentions(), [everybody, muted, called], 'mentions');
    success(await w.ask('POST', '/user_topics', { as: reader, form }));
    same(await mentions(), [everybody, called], 'mentions with the topic muted');
  }),
  rule(
    'UNR-7',
    OPERATION,
    'Leaving a channel hides its unread messages, coming back shows them.',
    async (w) => {
      const { reader, writer, place } = await talk(w);
      const before = await post(w, writer, place);
      success(await leave(w, reader, place));
      await post(w, writer, place);
      same(await unreadOf(w, reader), NOTHING, 'unread_msgs');
      const form = { subscriptions: [{ name: place.name }] };
      success(await w.ask('POST', '/users/me/subscriptions', { as: reader, form }));
      const after = await post(w, writer, place);
      const [topic] = (await unreadOf(w, reader))['streams'] as Item[];
      same(topic?.['unread_message_ids'], [before, after], 'the unread messages');
    },
  ),
  rule('UNR-8', OPERATION, 'The empty topic is shown by its name to those who do not know it.', async (w) => {
    const { reader, writer, place } = await talk(w);
    await post(w, writer, place, '');
    const shown = async (capabilities: Item) =>
      ((await unreadOf(w, reader, capabilities))['streams'] as Item[]).map(({ topic }) => topic);
    same(await shown({}), ['general chat'], 'the topic');
    same(await shown({ empty_topic_name: true }), [''], 'the topic for who knows');
  }),
  rule(
    'UNR-9',
    OPERATION,
    'A deleted message is no longer unread, without an event about flags.',
    async (w) => {
      const { reader, writer, place } = await talk(w);
      const id = await post(w, writer, place);
      const events = await flagEvents(w, reader, async () =>
        success(await w.ask('DELETE', `/messages/${id}`, { as: await w.owner() })),
      );
      same(events, [], 'the events');
      same(await unreadOf(w, reader), NOTHING, 'unread_msgs');
    },
  ),
  rule('UNR-10', OPERATION, 'The own messages are read if one says so when sending.', async (w) => {
    const { reader, place } = await talk(w);
    const form = { type: 'channel', to: place.id, topic: 'topic', content: 'mine', read_by_sender: true };
    const id = numberAt(success(await w.ask('POST', '/messages', { as: reader, form })), 'id');
    same(await unreadOf(w, reader), NOTHING, 'unread_msgs');
    same((await stateOf(w, reader, 'message')).at('max_message_id'), id, 'max_message_id');
  }),
  rule('UNR-11', OPERATION, 'Starred messages are listed ascending.', async (w) => {
    const { reader, writer, place } = await talk(w);
    const [a, b] = [await post(w, writer, place), await post(w, writer, place)];
    success(await flag(w, reader, 'add', 'starred', [b, a]));
    same((await stateOf(w, reader, 'starred_messages')).at('starred_messages'), [a, b], 'starred_messages');
  }),
  rule('UNR-12', OPERATION, 'Recent direct conversations are listed, the newest first.', async (w) => {
    const { reader, writer } = await talk(w);
    const own = await write(w, reader, [reader]);
    const theirs = await write(w, writer, [reader]);
    const state = await stateOf(w, reader, 'recent_private_conversations');
    same(
      state.at('recent_private_conversations'),
      [
        { user_ids: [writer.id], max_message_id: theirs },
        { user_ids: [], max_message_id: own },
      ],
      'the conversations',
    );
  }),
  rule('UNR-15', OPERATION, 'A moved message is unread in its new topic.', async (w) => {
    const { reader, writer, place } = await talk(w);
    const target = await room(w, writer, { others: [reader] });
    const id = await post(w, writer, place, 'moved');
    const form = { stream_id: target.id, send_notification_to_new_thread: false };
    success(await w.ask('PATCH', `/messages/${id}`, { as: await w.owner(), form }));
    const { streams } = await unreadOf(w, reader);
    same(streams, [{ stream_id: target.id, topic: 'moved', unread_message_ids: [id] }], 'streams');
  }),
  rule('UNR-16', 'get-events', 'Flags that wait become one event with the id of the last.', async (w) => {
    const { reader, writer, place } = await talk(w);
    const [a, b] = [await post(w, writer, place), await post(w, writer, place)];
    const queue = await w.listen(reader, { event_types: ['update_message_flags'], fetch_event_types: [] });
    success(await flag(w, reader, 'add', 'read', [b]));
    success(await flag(w, reader, 'add', 'read', [a]));
    const events = await queue.events();
    same(
      events.map(({ messages }) => messages),
      [[b, a]],
      'the messages of the events',
    );
    success(await flag(w, reader, 'remove', 'read', [a]));
    success(await flag(w, reader, 'remove', 'read', [b]));
    same((await queue.events()).length, 2, 'the number of events that make unread');
  }),
  rule('UNR-17', OPERATION, 'The newest received message counts, also a direct one.', async (w) => {
    const { reader, writer, place } = await talk(w);
    await post(w, writer, place);
    const id = await write(w, writer, [reader]);
    await post(w, writer, await room(w, writer));
    same(numberAt(await stateOf(w, reader, 'message'), 'max_message_id'), id, 'max_message_id');
  }),
];
