import { room, type Room } from '@parley/rules/steps/channels.ts';
import { permit } from '@parley/rules/steps/editing.ts';
import { holds, lacking, numberAt, refused, same, success, type Item } from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { during, dummyAddress } from '@parley/rules/steps/common.ts';
import type { World } from '@parley/rules/world.ts';
import { seen, send, sent } from '@parley/rules/steps/sending.ts';

const OF = 'send-message';
const RAW = { allow_empty_topic_name: true };
const MANY_SUBSCRIBERS = 16;
const POLICY = 'automatic_new_visibility_policy';

async function inRoom(w: World): Promise<{ as: User; place: Room }> {
  const as = await w.user();
  return { as, place: await room(w, as) };
}

/** A type and the kind of message that it makes. */
const TYPES: readonly (readonly [id: string, type: string, kind: string])[] = [
  ['SPM-1', 'direct', 'private'],
  ['SPM-2', 'channel', 'stream'],
  ['SPM-3', 'stream', 'stream'],
  ['SPM-4', 'private', 'private'],
];

export const specificationSendRules: readonly Rule[] = [
  ...TYPES.map(([id, type, kind]) =>
    rule(id, OF, `The type \`${type}\` makes a message whose \`type\` is \`${kind}\`.`, async (w) => {
      const { as, place } = await inRoom(w);
      const other = await w.user();
      const to = kind === 'stream' ? place.id : [other.id];
      const message = await seen(w, as, await sent(w, as, { type, to }));
      same(message['type'], kind, 'the type of the message');
      same(
        kind === 'stream' ? message['stream_id'] : (message['display_recipient'] as Item[]).length,
        kind === 'stream' ? place.id : 2,
        'where it went',
      );
    }),
  ),
  rule('SPM-5', OF, 'A type in capitals, in quotes, empty or unknown is refused.', async (w) => {
    const { as, place } = await inRoom(w);
    for (const type of ['Channel', '"channel"', '', 'group', 'huddle'])
      refused(await send(w, as, { type, to: place.id }));
  }),
  rule('SPM-6', OF, 'A message without `to` is refused, for channels and for direct messages.', async (w) => {
    const as = await w.user();
    for (const type of ['channel', 'stream', 'direct', 'private'])
      refused(await send(w, as, { type, to: undefined }));
  }),
  rule('SPM-7', OF, 'A dummy address among the recipients reaches its user.', async (w) => {
    const [as, hidden] = [await w.user(), await w.user({ visibility: 4 })];
    const to = [await dummyAddress(w, hidden)];
    const [event] = await during(w, hidden, ['message'], () => sent(w, as, { type: 'direct', to }));
    same((event?.['message'] as Item | undefined)?.['sender_id'], as.id, 'the sender of the message');
  }),
  rule('SPM-8', OF, 'A text of exactly 10,000 code points is kept whole.', async (w) => {
    const { as, place } = await inRoom(w);
    const content = `${'👋'.repeat(9_999)}x`;
    same((await seen(w, as, await sent(w, as, { to: place.id, content })))['content'], content, 'the text');
  }),
  rule('SPM-9', OF, 'A direct message is sent without a topic.', async (w) => {
    const as = await w.user();
    const answer = await send(w, as, { type: 'direct', to: [as.id], topic: undefined });
    same((await seen(w, as, numberAt(success(answer), 'id')))['subject'], '', 'the topic');
  }),
  rule('SPM-10', OF, 'A topic of exactly 60 code points is kept whole.', async (w) => {
    const { as, place } = await inRoom(w);
    const topic = `${'ü'.repeat(58)}👋x`;
    same((await seen(w, as, await sent(w, as, { to: place.id, topic })))['subject'], topic, 'the topic');
  }),
  rule('SPM-11', OF, '`read_by_sender` decides for direct messages too.', async (w) => {
    const [as, other] = [await w.user(), await w.user()];
    for (const [read_by_sender, flags] of [
      [true, ['read']],
      [false, []],
    ] as const) {
      const form = { type: 'direct', to: [other.id], read_by_sender };
      const [event] = await during(w, as, ['message'], () => sent(w, as, form));
      same(event?.['flags'], flags, `the flags with ${read_by_sender}`);
    }
  }),
  rule('SPM-12', OF, '`read_by_sender` is a boolean.', async (w) => {
    const { as, place } = await inRoom(w);
    for (const read_by_sender of ['yes', 1, 'True', '"true"'])
      refused(await send(w, as, { to: place.id, read_by_sender }));
  }),
  rule('SPM-13', OF, 'The response has the integer `id` and no policy when none changed.', async (w) => {
    const { as, place } = await inRoom(w);
    await sent(w, as, { to: place.id });
    const { body } = success(await send(w, as, { to: place.id }));
    holds(!(POLICY in body), `no ${POLICY}`, body);
    holds(Number.isInteger(body['id']), 'an integer', body['id']);
  }),
  rule('SPM-14', OF, 'A send that unmutes a topic in a muted channel answers the policy 2.', async (w) => {
    const { as, place } = await inRoom(w);
    const settings = {
      automatically_follow_topics_policy: 4,
      automatically_unmute_topics_in_muted_streams_policy: 2,
    };
    success(await w.ask('PATCH', '/settings', { as, form: settings }));
    const form = { property: 'is_muted', value: true };
    success(await w.ask('PATCH', `/users/me/subscriptions/${place.id}`, { as, form }));
    const answers = [await send(w, as, { to: place.id }), await send(w, as, { to: place.id })];
    same(
      answers.map((answer) => success(answer).body[POLICY]),
      [2, undefined],
      POLICY,
    );
  }),
  rule('SPM-15', OF, 'A direct message never answers a policy.', async (w) => {
    const [as, other] = [await w.user(), await w.user()];
    const { body } = success(await send(w, as, { type: 'direct', to: [other.id] }));
    holds(!(POLICY in body), `no ${POLICY}`, body);
  }),
  rule(
    'SPM-16',
    OF,
    'A member of `can_mention_many_users_group` mentions everybody in a large channel.',
    async (w) => {
      const { as, place } = await inRoom(w);
      const principals = [];
      while (principals.length < MANY_SUBSCRIBERS) principals.push((await w.user()).id);
      const form = { subscriptions: [{ name: place.name }], principals };
      success(await w.ask('POST', '/users/me/subscriptions', { as, form }));
      const call = { to: place.id, content: '@**all**' };
      refused(await send(w, as, call), 'STREAM_WILDCARD_MENTION_NOT_ALLOWED');
      await permit(w, 'can_mention_many_users_group', [as], 'administrators');
      await sent(w, as, call);
    },
  ),
  rule('SPM-17', OF, 'A channel id of another organization does not exist.', async (w) => {
    const elsewhere = await w.neighbour();
    const { id } = await room(elsewhere, await elsewhere.user());
    refused(await send(w, await w.user(), { to: id }), 'STREAM_DOES_NOT_EXIST', { stream_id: id });
  }),
  rule('SPM-18', OF, 'The empty topic is stored as empty and shown by its display name.', async (w) => {
    const { as, place } = await inRoom(w);
    const id = await sent(w, as, { to: place.id, topic: '(no topic)' });
    same(
      [(await seen(w, as, id, RAW))['subject'], (await seen(w, as, id))['subject']],
      ['', 'general chat'],
      'the topic, stored and shown',
    );
  }),
  rule('SPM-19', OF, 'A name that needs no topic is only special as a whole.', async (w) => {
    const { as, place } = await inRoom(w);
    for (const topic of ['no topic', '(no topic) x', 'general chats'])
      same(
        (await seen(w, as, await sent(w, as, { to: place.id, topic }), RAW))['subject'],
        topic,
        'the topic',
      );
  }),
  rule('SPM-20', OF, 'A group of recipients is an array of ids or of addresses, in any order.', async (w) => {
    const [as, one, two] = [await w.user(), await w.user(), await w.user()];
    const homes = [];
    for (const to of [
      [one.id, two.id],
      [two.id, one.id],
      [two.email, one.email],
      [as.email, one.email, two.email],
    ])
      homes.push((await seen(w, as, await sent(w, as, { type: 'direct', to })))['recipient_id']);
    same(new Set(homes).size, 1, 'the number of conversations');
  }),
  rule('SPM-21', OF, 'A missing `content` is reported before a missing recipient.', async (w) => {
    const form = { type: 'channel', topic: 't' };
    lacking(await w.ask('POST', '/messages', { as: await w.user(), form }), 'content');
  }),
  rule('SPM-22', OF, 'A reader sees a message as unread, whatever `read_by_sender` says.', async (w) => {
    const [as, other] = [await w.user(), await w.user()];
    const form = { type: 'direct', to: [other.id], read_by_sender: true };
    const [event] = await during(w, other, ['message'], () => sent(w, as, form));
    same(event?.['flags'], [], 'the flags of the reader');
  }),
  rule('SPM-23', OF, 'A topic mention in a small topic needs no permission.', async (w) => {
    const { as, place } = await inRoom(w);
    await permit(w, 'can_mention_many_users_group', [], 'administrators');
    for (const content of ['@**topic**', '@**all**', '@**channel**'])
      await sent(w, as, { to: place.id, content });
  }),
];
