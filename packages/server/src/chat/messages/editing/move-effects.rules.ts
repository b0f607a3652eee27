import { room, type Room } from '@parley/rules/steps/channels.ts';
import {
  change,
  heardDuring,
  move,
  noticesDuring,
  only,
  permit,
  permitIn,
  post,
  remove,
  stateOfMessage,
  street,
  topicOf,
} from '@parley/rules/steps/editing.ts';
import { holds, items, numberAt, refused, same, success, type Item } from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { during, setRealm, stateOf } from '@parley/rules/steps/common.ts';
import type { World } from '@parley/rules/world.ts';

const OF = 'update-message';

async function settled(w: World, topic = 't') {
  const as = await w.user();
  const place = await room(w, as);
  return { as, place, id: await post(w, as, place, topic) };
}

function setPolicy(w: World, as: User, { id }: Room, topic: string, visibility_policy: number) {
  return w.ask('POST', '/user_topics', { as, form: { stream_id: id, topic, visibility_policy } });
}

async function policiesOf(w: World, as: User, { id }: Room): Promise<Item> {
  return Object.fromEntries(
    items(await stateOf(w, as, 'user_topic'), 'user_topics')
      .filter(({ stream_id }) => stream_id === id)
      .map(({ topic_name, visibility_policy }) => [String(topic_name), visibility_policy]),
  );
}

export const messageMoveEffectRules: readonly Rule[] = [
  rule(
    'MM-19',
    OF,
    'Topic policies follow a topic that moves as a whole, in events before the move.',
    async (w) => {
      const s = await street(w);
      const id = await post(w, s.actor, s.place, 'a');
      success(await setPolicy(w, s.subscriber, s.place, 'a', 1));
      const heard = await heardDuring(w, s, ['user_topic', 'update_message'], () =>
        move(w, s.actor, id, { topic: 'b', propagate_mode: 'change_all' }),
      );
      const told = (policy: number) => [
        { type: 'user_topic', topic_name: 'a', visibility_policy: 0 },
        { type: 'user_topic', topic_name: 'b', visibility_policy: policy },
        { type: 'update_message' },
      ];
      same(
        only(heard.subscriber, 'type', 'topic_name', 'visibility_policy'),
        told(1),
        'what a subscriber hears',
      );
      same(only(heard.actor, 'type', 'topic_name', 'visibility_policy'), told(3), 'what the actor hears');
      same(await policiesOf(w, s.subscriber, s.place), { b: 1 }, 'the policies');
    },
  ),
  rule('MM-20', OF, 'Where the target has messages, the more visible of two policies wins.', async (w) => {
    for (const [source, target, expected] of [
      [3, 1, 3],
      [1, 2, 2],
      [1, 0, 0],
      [0, 1, 0],
      [1, 1, 1],
    ] as const) {
      const { as, place, id } = await settled(w, 'a');
      await post(w, as, place, 'b');
      success(await setPolicy(w, as, place, 'a', source));
      success(await setPolicy(w, as, place, 'b', target));
      success(await move(w, as, id, { topic: 'b' }));
      same(await policiesOf(w, as, place), expected === 0 ? {} : { b: expected }, `${source} into ${target}`);
    }
  }),
  rule(
    'MM-21',
    OF,
    'A part of a topic takes no policies along; who begins a topic so may follow it.',
    async (w) => {
      const { as, place } = await settled(w, 'a');
      const other = await w.user();
      const form = { subscriptions: [{ name: place.name }] };
      success(await w.ask('POST', '/users/me/subscriptions', { as: other, form }));
      const id = await post(w, other, place, 'a');
      success(await move(w, as, id, { topic: 'b' }));
      same(await policiesOf(w, as, place), { a: 3 }, 'the policies of the follower of the rest');
      same(await policiesOf(w, other, place), { b: 3 }, 'the policies of the author of the first message');
    },
  ),
  rule('MM-22', OF, 'Another spelling of a topic moves no policies and leaves no notice.', async (w) => {
    const { as, place, id } = await settled(w, 'topic');
    const notices = await noticesDuring(w, as, () => change(w, as, id, { topic: 'Topic' }));
    same(notices, [], 'the notices');
    same(await topicOf(w, as, id), 'Topic', 'the topic');
    same(await policiesOf(w, as, place), { topic: 3 }, 'the policies');
  }),
  rule(
    'MM-23',
    OF,
    'A notice stands where messages went, unless it is not wanted; the mover has read it.',
    async (w) => {
      const { as, place, id } = await settled(w, 'a');
      const other = await post(w, as, place, 'a');
      const [notice, ...more] = await noticesDuring(w, as, () => change(w, as, id, { topic: 'b' }));
      same([notice?.topic, notice?.flags, more], ['b', ['read'], []], 'the notice');
      holds(notice?.content.includes(place.name) === true, 'the name of the channel', notice?.content);
      const silent = () => change(w, as, other, { topic: 'c', send_notification_to_new_thread: false });
      same(await noticesDuring(w, as, silent), [], 'the notices that were not wanted');
    },
  ),
  rule('MM-24', OF, 'A notice stands where messages were, if it is wanted.', async (w) => {
    const { as, id } = await settled(w, 'a');
    const to = await room(w, as);
    const notices = await noticesDuring(w, as, () =>
      change(w, as, id, { stream_id: to.id, topic: 'b', send_notification_to_old_thread: true }),
    );
    same(
      notices.map(({ topic }) => topic),
      ['b', 'a'],
      'the topics of the notices',
    );
  }),
  rule('MM-25', OF, 'Notices come behind the move.', async (w) => {
    const { as, id } = await settled(w, 'a');
    const events = await during(w, as, ['message', 'update_message'], () =>
      change(w, as, id, { topic: 'b' }),
    );
    same(
      events.map(({ type }) => type),
      ['update_message', 'message'],
      'the kinds of events',
    );
  }),
  rule('MM-26', OF, 'To resolve a topic leaves a notice; to change one’s mind takes it back.', async (w) => {
    const { as, id } = await settled(w, 'a');
    const queue = await w.listen(as, {
      event_types: ['message', 'update_message', 'delete_message'],
      fetch_event_types: [],
    });
    success(await change(w, as, id, { topic: '✔ a', propagate_mode: 'change_all' }));
    const resolved = await queue.events();
    same(
      resolved.map(({ type }) => type),
      ['update_message', 'message'],
      'what is heard',
    );
    const { id: notice, subject } = (resolved[1]?.['message'] ?? {}) as Item;
    same(subject, '✔ a', 'where the notice is');
    success(await change(w, as, id, { topic: 'a', propagate_mode: 'change_all' }));
    const opened = await queue.events();
    same(
      only(opened, 'type', 'message_id', 'message_ids'),
      [
        { type: 'update_message', message_id: id, message_ids: [id, notice] },
        { type: 'delete_message', message_id: notice },
      ],
      'what is heard when it is opened again',
    );
  }),
  rule('MM-27', OF, 'To open a topic takes every mark from its beginning.', async (w) => {
    const { as, id } = await settled(w, '✔ ✔ a');
    await setRealm(
      w,
      { move_messages_within_stream_limit_seconds: 1 },
      { move_messages_within_stream_limit_seconds: 604_800 },
    );
    await permit(w, 'can_move_messages_between_topics_group', [], 'everyone');
    const other = await w.user();
    refused(await move(w, other, id, { topic: '✔ a' }));
    success(await move(w, other, id, { topic: 'a' }));
    same(await topicOf(w, as, id), 'a', 'the topic');
    refused(await move(w, other, id, { topic: '✔ b' }));
  }),
  rule(
    'MM-28',
    OF,
    'To resolve is a permission of its own, of the organization or of a channel.',
    async (w) => {
      const { as, place, id } = await settled(w, 'a');
      const other = await w.user();
      await permit(w, 'can_resolve_topics_group', [], 'everyone');
      refused(await move(w, other, id, { topic: '✔ a' }));
      success(await move(w, other, id, { topic: 'b' }));
      await permitIn(w, place, 'can_resolve_topics_group', [other]);
      success(await move(w, other, id, { topic: '✔ b' }));
      refused(await move(w, as, id, { topic: 'b' }));
    },
  ),
  rule('MM-29', OF, 'The topic without a name cannot be resolved.', async (w) => {
    const { as, id } = await settled(w, '');
    for (const topic of ['✔', '✔ ', '✔ general chat']) refused(await move(w, as, id, { topic }));
  }),
  rule(
    'MM-30',
    OF,
    'To resolve a topic does not need the right to begin one, and counts as no move.',
    async (w) => {
      const maker = await w.user();
      const as = await w.user();
      const place = await room(w, maker, { others: [as] });
      const id = await post(w, maker, place, 'a');
      await permitIn(w, place, 'can_create_topic_group', [maker]);
      success(await move(w, as, id, { topic: '✔ a', propagate_mode: 'change_all' }));
      refused(await move(w, as, id, { topic: '✔ b' }));
      same(await stateOfMessage(w, as, id), { content: 'something', topic: '✔ a' }, 'the message');
    },
  ),
  rule('MM-31', OF, 'A notice about a resolved topic is read for whom the setting says so.', async (w) => {
    for (const [policy, follows, expected] of [
      ['always', true, ['read']],
      ['except_followed', true, []],
      ['except_followed', false, ['read']],
      ['never', false, []],
    ] as const) {
      const { as, place, id } = await settled(w, 'a');
      const other = await w.user();
      const form = { subscriptions: [{ name: place.name }] };
      success(await w.ask('POST', '/users/me/subscriptions', { as: other, form }));
      const settings = { resolved_topic_notice_auto_read_policy: policy };
      success(await w.ask('PATCH', '/settings', { as: other, form: settings }));
      if (follows) success(await setPolicy(w, other, place, 'a', 3));
      const notices = await noticesDuring(w, other, () =>
        change(w, as, id, { topic: '✔ a', propagate_mode: 'change_all' }),
      );
      same(
        notices.map(({ flags }) => flags),
        [[...expected]],
        `the flags with ${policy}`,
      );
    }
  }),
  rule('MM-32', OF, 'Both channels say which message is their first.', async (w) => {
    const { as, place, id } = await settled(w);
    const second = await post(w, as, place);
    const to = await room(w, as);
    await post(w, as, to);
    const events = await during(w, as, ['stream'], () => move(w, as, id, { stream_id: to.id }));
    same(
      only(events, 'stream_id', 'property', 'value'),
      [
        { stream_id: place.id, property: 'first_message_id', value: second },
        { stream_id: to.id, property: 'first_message_id', value: id },
      ],
      'the events',
    );
  }),
  rule(
    'MM-33',
    OF,
    'A message that was moved can be deleted where it is, and by who may there.',
    async (w) => {
      const { as, id } = await settled(w);
      const keeper = await w.user();
      const to = await room(w, as, { others: [keeper] });
      await permitIn(w, to, 'can_delete_any_message_group', [keeper]);
      refused(await remove(w, keeper, id));
      success(await move(w, as, id, { stream_id: to.id, topic: 'u' }));
      const events = await during(w, as, ['delete_message'], () => remove(w, keeper, id));
      same(
        only(events, 'message_id', 'stream_id', 'topic'),
        [{ message_id: id, stream_id: to.id, topic: 'u' }],
        'the events',
      );
      numberAt(
        success(await w.ask('GET', '/get_stream_id', { as, query: { stream: to.name } })),
        'stream_id',
      );
    },
  ),
];
