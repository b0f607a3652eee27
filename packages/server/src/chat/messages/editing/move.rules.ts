import { setTimeout as sleep } from 'node:timers/promises';
import { room } from '@parley/rules/steps/channels.ts';
import {
  archive,
  askHistory,
  heardDuring,
  move,
  only,
  permit,
  permitIn,
  post,
  street,
  topicOf,
  UNKNOWN,
} from '@parley/rules/steps/editing.ts';
import { refused, same, success, type Item } from '@parley/rules/expect.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { during, setRealm } from '@parley/rules/steps/common.ts';
import type { World } from '@parley/rules/world.ts';

const OF = 'update-message';
const MODES = ['change_one', 'change_later', 'change_all'] as const;

async function settled(w: World, topic = 't') {
  const as = await w.user();
  const place = await room(w, as);
  return { as, place, id: await post(w, as, place, topic) };
}

/** Longer than a limit of two seconds and the 20 seconds of grace after it. */
const LIMIT_AND_GRACE_MS = 22_500;

const everyone = { actor: [], subscriber: [], guest: [], outsider: [], administrator: [] };

export const messageMoveRules: readonly Rule[] = [
  rule('MM-1', OF, 'A move takes one message, those from it on, or all of the topic.', async (w) => {
    for (const [index, mode] of MODES.entries()) {
      const { as, place, id: first } = await settled(w);
      const ids = [first, await post(w, as, place), await post(w, as, place)];
      const moved = [[ids[1]], ids.slice(1), ids][index];
      const events = await during(w, as, ['update_message'], () =>
        move(w, as, Number(ids[1]), { topic: 'u', propagate_mode: mode }),
      );
      same(
        only(events, 'message_id', 'message_ids', 'propagate_mode'),
        [{ message_id: ids[1], message_ids: moved, propagate_mode: mode }],
        'the events',
      );
      for (const id of ids)
        same(await topicOf(w, as, id), moved?.includes(id) === true ? 'u' : 't', `the topic of ${id}`);
    }
  }),
  rule('MM-2', OF, 'Readers receive of another topic, with the links in it and where it was.', async (w) => {
    const s = await street(w);
    const id = await post(w, s.actor, s.place, 'Before');
    const event: Item = {
      type: 'update_message',
      user_id: s.subscriber.id,
      rendering_only: false,
      message_id: id,
      message_ids: [id],
      flags: [],
      stream_id: s.place.id,
      stream_name: s.place.name,
      propagate_mode: 'change_one',
      orig_subject: 'Before',
      subject: 'After https://example.com/x',
      topic_links: [{ text: 'https://example.com/x', url: 'https://example.com/x' }],
    };
    const heard = await heardDuring(w, s, ['update_message'], () =>
      move(w, s.subscriber, id, { topic: 'After https://example.com/x' }),
    );
    same(
      heard,
      { ...everyone, actor: [event], subscriber: [event], guest: [event] },
      'the events of everybody',
    );
  }),
  rule(
    'MM-3',
    OF,
    'A move to another public channel is a deletion for guests of the old one, and a move for all others.',
    async (w) => {
      const s = await street(w);
      const to = await room(w, s.actor, { others: [s.outsider] });
      const id = await post(w, s.actor, s.place, 'Top');
      const heard = await heardDuring(w, s, ['update_message', 'delete_message'], () =>
        move(w, s.actor, id, { stream_id: to.id }),
      );
      const moved = [
        { type: 'update_message', stream_id: s.place.id, new_stream_id: to.id, orig_subject: 'Top' },
      ];
      const gone = [{ type: 'delete_message', stream_id: s.place.id }];
      const parts = ['type', 'stream_id', 'new_stream_id', 'orig_subject', 'subject'];
      same(
        Object.fromEntries(Object.entries(heard).map(([who, events]) => [who, only(events, ...parts)])),
        { ...everyone, actor: moved, subscriber: moved, outsider: moved, guest: gone },
        'the events of everybody',
      );
      same(heard.outsider[0]?.['flags'], ['read'], 'the flags of who had not received it');
    },
  ),
  rule('MM-4', OF, 'To a private channel: users outside of it lose the messages.', async (w) => {
    const s = await street(w);
    const to = await room(w, s.actor, { others: [s.outsider], invite_only: true });
    const ids = [await post(w, s.actor, s.place), await post(w, s.actor, s.place)] as const;
    const heard = await heardDuring(w, s, ['update_message', 'delete_message'], () =>
      move(w, s.actor, ids[0], { stream_id: to.id, topic: 'u', propagate_mode: 'change_all' }),
    );
    const gone = [
      {
        type: 'delete_message',
        message_ids: [...ids],
        message_type: 'stream',
        stream_id: s.place.id,
        topic: 't',
      },
    ];
    same([heard.subscriber, heard.guest, heard.administrator], [gone, gone, []], 'what those outside hear');
    const moved = [{ message_ids: [...ids], subject: 'u', new_stream_id: to.id }];
    for (const who of ['actor', 'outsider'] as const)
      same(only(heard[who], 'message_ids', 'subject', 'new_stream_id'), moved, `what the ${who} hears`);
    refused(await askHistory(w, s.subscriber, ids[0]));
    success(await askHistory(w, s.outsider, ids[0]));
  }),
  rule(
    'MM-5',
    OF,
    'Where history is protected, who is in the channel reads what comes, who joins later does not.',
    async (w) => {
      const s = await street(w);
      const id = await post(w, s.actor, s.place);
      const to = await room(w, s.actor, {
        others: [s.subscriber],
        invite_only: true,
        history_public_to_subscribers: false,
      });
      success(await move(w, s.actor, id, { stream_id: to.id }));
      success(await askHistory(w, s.subscriber, id));
      const form = { subscriptions: [{ name: to.name }], principals: [s.outsider.id] };
      success(await w.ask('POST', '/users/me/subscriptions', { as: s.actor, form }));
      refused(await askHistory(w, s.outsider, id));
      const heard = await heardDuring(w, s, ['update_message'], () => move(w, s.actor, id, { topic: 'u' }));
      same(
        [heard.subscriber.length, heard.outsider.length, heard.guest.length],
        [1, 0, 0],
        'how many hear of it',
      );
    },
  ),
  rule(
    'MM-6',
    OF,
    'Messages moved to a channel with protected history are read for subscribers who had not received them.',
    async (w) => {
      const s = await street(w);
      const to = await room(w, s.actor, {
        others: [s.outsider],
        invite_only: true,
        history_public_to_subscribers: false,
      });
      const id = await post(w, s.actor, s.place);
      const heard = await heardDuring(w, s, ['update_message'], () =>
        move(w, s.actor, id, { stream_id: to.id }),
      );
      same(heard.outsider[0]?.['flags'], ['read'], 'the flags');
    },
  ),
  rule('MM-7', OF, 'The channel that the message is in already is no other channel.', async (w) => {
    const { as, place, id } = await settled(w);
    const events = await during(w, as, ['update_message'], () =>
      move(w, as, id, { stream_id: place.id, topic: 'u' }),
    );
    same(only(events, 'subject', 'new_stream_id'), [{ subject: 'u' }], 'the events');
  }),
  rule('MM-8', OF, 'A target that one cannot read, or that is archived, is refused.', async (w) => {
    const { as, id } = await settled(w);
    const other = await w.user();
    refused(await move(w, as, id, { stream_id: UNKNOWN }));
    refused(await move(w, as, id, { stream_id: (await room(w, other, { invite_only: true })).id }));
    const archived = await room(w, as);
    await archive(w, archived);
    refused(await move(w, as, id, { stream_id: archived.id }));
    refused(await move(w, as, id, { stream_id: -1 }));
    same(await topicOf(w, as, id), 't', 'the topic');
  }),
  rule(
    'MM-9',
    OF,
    'Topics are trimmed and cut as when sending; what cannot be shown is refused.',
    async (w) => {
      const { as, id } = await settled(w);
      for (const topic of ['a\nb', 'a\0b', 'a\u{fffe}b']) refused(await move(w, as, id, { topic }));
      success(await move(w, as, id, { topic: `  ${'x'.repeat(61)} ` }));
      same(await topicOf(w, as, id), `${'x'.repeat(57)}...`, 'the topic');
      success(await move(w, as, id, { topic: 'general chat' }));
      same(await topicOf(w, as, id), '', 'the topic without a name');
      success(await move(w, as, id, { subject: '(no topic)' }));
      same(await topicOf(w, as, id), '(no topic)', 'the older name, which is a topic of its own here');
    },
  ),
  rule('MM-10', OF, 'The target channel says whether topics may or must be empty.', async (w) => {
    const { as, place, id } = await settled(w);
    const extra = { empty_topic_display_name: 'general chat' };
    const [named, empty] = [await room(w, as), await room(w, as)];
    const owner = await w.owner();
    for (const [{ id: channel }, topics_policy] of [
      [named, 'disable_empty_topic'],
      [empty, 'empty_topic_only'],
    ] as const)
      success(await w.ask('PATCH', `/streams/${channel}`, { as: owner, form: { topics_policy } }));
    for (const topic of ['', 'general chat', '(no topic)'])
      refused(await move(w, as, id, { stream_id: named.id, topic }), 'BAD_REQUEST', extra);
    refused(await move(w, as, id, { stream_id: empty.id }), 'BAD_REQUEST', extra);
    success(await move(w, as, id, { stream_id: empty.id, topic: '' }));
    refused(await move(w, as, id, { topic: 'named' }), 'BAD_REQUEST', extra);
    success(await move(w, as, id, { stream_id: place.id }));
  }),
  rule('MM-11', OF, 'To change topics is a permission of the organization, or of a channel.', async (w) => {
    const { as, place, id } = await settled(w);
    const keeper = await w.user();
    await permit(w, 'can_move_messages_between_topics_group', [], 'everyone');
    refused(await move(w, keeper, id, { topic: 'u' }));
    refused(await move(w, await w.user({ role: 300 }), id, { topic: 'u' }));
    success(await move(w, await w.user({ role: 200 }), id, { topic: 'u' }));
    success(await move(w, as, id, { topic: 'v' }));
    await permitIn(w, place, 'can_move_messages_within_channel_group', [keeper]);
    success(await move(w, keeper, id, { topic: 'w' }));
  }),
  rule(
    'MM-12',
    OF,
    'To change channels is a permission of the organization, or of the source channel.',
    async (w) => {
      const { as, place, id } = await settled(w);
      const to = await room(w, as);
      const keeper = await w.user();
      await permit(w, 'can_move_messages_between_channels_group', [], 'members');
      refused(await move(w, keeper, id, { stream_id: to.id }));
      refused(await move(w, await w.user({ role: 300 }), id, { stream_id: to.id }));
      await permitIn(w, to, 'can_move_messages_out_of_channel_group', [keeper]);
      refused(await move(w, keeper, id, { stream_id: to.id }));
      await permitIn(w, place, 'can_move_messages_out_of_channel_group', [keeper]);
      success(await move(w, keeper, id, { stream_id: to.id }));
      success(await move(w, as, id, { stream_id: place.id }));
      success(await move(w, await w.user({ role: 200 }), id, { stream_id: to.id }));
    },
  ),
  rule('MM-13', OF, 'Guests do not move messages to other channels, but to other topics.', async (w) => {
    const guest = await w.user({ role: 600 });
    const as = await w.user();
    const [from, to] = [await room(w, as, { others: [guest] }), await room(w, as, { others: [guest] })];
    const id = await post(w, as, from);
    refused(await move(w, guest, id, { stream_id: to.id }));
    success(await move(w, guest, id, { topic: 'u' }));
  }),
  rule(
    'MM-14',
    OF,
    'Messages cannot be moved to a channel or topic where the user may not write.',
    async (w) => {
      const { as, id } = await settled(w);
      const maker = await w.user();
      const [closed, fixed] = [
        await room(w, maker, { others: [as] }),
        await room(w, maker, { others: [as] }),
      ];
      await permitIn(w, closed, 'can_send_message_group', [maker]);
      refused(await move(w, as, id, { stream_id: closed.id }));
      await permitIn(w, fixed, 'can_create_topic_group', [maker]);
      await post(w, maker, fixed, 'there');
      refused(await move(w, as, id, { stream_id: fixed.id, topic: 'new' }));
      success(await move(w, as, id, { stream_id: fixed.id, topic: 'There' }));
      refused(await move(w, as, id, { topic: 'newer' }));
    },
  ),
  rule(
    'MM-15',
    OF,
    'A whole topic with messages that are too old stays, and the answer says what could move.',
    async (w) => {
      const { as, place } = await settled(w);
      await sleep(LIMIT_AND_GRACE_MS);
      const fresh = await post(w, as, place);
      const limit = (seconds: unknown) =>
        setRealm(
          w,
          { move_messages_within_stream_limit_seconds: seconds },
          { move_messages_within_stream_limit_seconds: 604_800 },
        );
      await limit(2);
      refused(
        await move(w, as, fresh, { topic: 'u', propagate_mode: 'change_all' }),
        'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
        {
          first_message_id_allowed_to_move: fresh,
          total_messages_in_topic: 2,
          total_messages_allowed_to_move: 1,
        },
      );
      const moderator = await w.user({ role: 300 });
      success(await move(w, moderator, fresh, { topic: 'u', propagate_mode: 'change_all' }));
      success(await move(w, as, fresh, { topic: '✔ u', propagate_mode: 'change_all' }));
      success(await move(w, as, fresh, { topic: 'v', propagate_mode: 'change_later' }));
    },
    { slow: true },
  ),
  rule(
    'MM-16',
    OF,
    'Between channels their own limit counts for a whole topic.',
    async (w) => {
      const { as, place, id } = await settled(w);
      const to = await room(w, as);
      const back = { move_messages_between_streams_limit_seconds: 604_800 };
      await setRealm(w, { move_messages_between_streams_limit_seconds: 1 }, back);
      await sleep(LIMIT_AND_GRACE_MS);
      const fresh = await post(w, as, place);
      const all = { stream_id: to.id, propagate_mode: 'change_all' };
      refused(await move(w, as, fresh, all), 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED', {
        total_messages_in_topic: 2,
      });
      success(await move(w, as, id, { topic: 'u', propagate_mode: 'change_all' }));
      success(await move(w, await w.user({ role: 300 }), fresh, all));
    },
    { slow: true },
  ),
  rule(
    'MM-17',
    OF,
    'A message can be moved until its time is over, and a little longer; moderators do not wait.',
    async (w) => {
      const { as, id } = await settled(w);
      await setRealm(
        w,
        { move_messages_within_stream_limit_seconds: 1, move_messages_between_streams_limit_seconds: 1 },
        {
          move_messages_within_stream_limit_seconds: 604_800,
          move_messages_between_streams_limit_seconds: 604_800,
        },
      );
      const to = await room(w, as);
      await sleep(2_000);
      success(await move(w, as, id, { topic: 'u' }));
      await sleep(21_000);
      refused(await move(w, as, id, { topic: 'v' }));
      refused(await move(w, as, id, { stream_id: to.id }));
      success(await move(w, as, id, { topic: '✔ u' }));
      success(await move(w, await w.user({ role: 300 }), id, { stream_id: to.id, topic: 'v' }));
    },
    { slow: true },
  ),
  rule('MM-18', OF, 'Within a channel a move takes along what the mover cannot see.', async (w) => {
    const as = await w.user();
    const late = await w.user();
    const place = await room(w, as, {
      invite_only: true,
      history_public_to_subscribers: false,
    });
    const first = await post(w, as, place);
    const form = { subscriptions: [{ name: place.name }], principals: [late.id] };
    success(await w.ask('POST', '/users/me/subscriptions', { as, form }));
    const second = await post(w, as, place);
    success(await move(w, late, second, { topic: 'u', propagate_mode: 'change_all' }));
    same([await topicOf(w, as, first), await topicOf(w, as, second)], ['u', 'u'], 'the topics');
    const to = await room(w, late, { others: [as] });
    const events = await during(w, as, ['update_message'], () =>
      move(w, late, second, { stream_id: to.id, propagate_mode: 'change_all' }),
    );
    same(only(events, 'message_ids'), [{ message_ids: [second] }], 'what moves to another channel');
  }),
];
