import { archive, heardDuring, only, permitIn, street } from '@parley/rules/steps/editing.ts';
import { room, type Room } from '@parley/rules/steps/channels.ts';
import { seen, send, sent } from '@parley/rules/steps/sending.ts';
import { holds, items, lacking, refused, same, success, type Item } from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { during, setRealm } from '@parley/rules/steps/common.ts';
import type { Answer } from '@parley/rules/wire.ts';
import type { World } from '@parley/rules/world.ts';

const OF = 'send-message';

const RAW = { allow_empty_topic_name: true };

async function inRoom(w: World): Promise<{ as: User; place: Room }> {
  const as = await w.user();
  return { as, place: await room(w, as) };
}

async function setTopics(w: World, { id }: Room, topics_policy: string): Promise<Answer> {
  return success(await w.ask('PATCH', `/streams/${id}`, { as: await w.owner(), form: { topics_policy } }));
}

const SHOWN = { empty_topic_display_name: 'general chat' };

export const sendRules: readonly Rule[] = [
  rule('SEND-1', OF, 'Sending answers the id of the message; later messages have higher ids.', async (w) => {
    const { as, place } = await inRoom(w);
    const first = await sent(w, as, { to: place.name });
    const second = await sent(w, as, { to: place.name });
    holds(second > first, `more than ${first}`, second);
  }),
  rule('SEND-2', OF, 'Older words for the types mean the same; others are refused.', async (w) => {
    const { as, place } = await inRoom(w);
    const kinds = [];
    for (const type of ['channel', 'stream'])
      kinds.push((await seen(w, as, await sent(w, as, { type, to: place.id })))['stream_id']);
    same(kinds, [place.id, place.id], 'where both went');
    for (const type of ['direct', 'private']) await sent(w, as, { type, to: [as.id] });
    refused(await send(w, as, { type: 'dm', to: [as.id] }));
  }),
  rule('SEND-3', OF, 'Without a text, that is what is missing.', async (w) => {
    lacking(await w.ask('POST', '/messages', { as: await w.user(), form: {} }), 'content');
  }),
  rule('SEND-4', OF, 'Without a type, that is what is missing.', async (w) => {
    lacking(await w.ask('POST', '/messages', { as: await w.user(), form: { content: 'x' } }), 'type');
  }),
  rule('SEND-5', OF, 'A channel is named by its id, its name in any case, or a list of one.', async (w) => {
    const { as, place } = await inRoom(w);
    for (const to of [place.id, [place.id], place.name.toUpperCase(), [place.name], ` ${place.name} `])
      same((await seen(w, as, await sent(w, as, { to })))['stream_id'], place.id, 'the channel');
  }),
  rule('SEND-6', OF, 'A number in quotation marks is the name of a channel.', async (w) => {
    const as = await w.user();
    const name = String(100_000_000 + Math.floor(performance.now() * 1000));
    success(await w.ask('POST', '/users/me/subscriptions', { as, form: { subscriptions: [{ name }] } }));
    const message = await seen(w, as, await sent(w, as, { to: `"${name}"` }));
    same(message['display_recipient'], name, 'the channel');
    refused(await send(w, as, { to: Number(name) }), 'STREAM_DOES_NOT_EXIST', { stream_id: Number(name) });
  }),
  rule('SEND-7', OF, 'The error for an unknown name carries the name as it was sent.', async (w) => {
    const stream = ` <b>"${w.unique('x')}" & 'y'`;
    const answer = await send(w, await w.user(), { to: stream });
    refused(answer, 'STREAM_DOES_NOT_EXIST', { stream });
    same('stream_id' in answer.body, false, 'an id');
  }),
  rule('SEND-8', OF, 'An unknown id is answered with the id.', async (w) => {
    const answer = await send(w, await w.user(), { to: 999_999_999 });
    refused(answer, 'STREAM_DOES_NOT_EXIST', { stream_id: 999_999_999 });
    same('stream' in answer.body, false, 'a name');
  }),
  rule('SEND-9', OF, 'A message to a channel needs a topic, though it may be empty.', async (w) => {
    const { as, place } = await inRoom(w);
    refused(await send(w, as, { to: place.id, topic: undefined }));
    const id = await sent(w, as, { to: place.id, topic: '' });
    same(
      [(await seen(w, as, id))['subject'], (await seen(w, as, id, RAW))['subject']],
      ['general chat', ''],
      'the topic as it is shown',
    );
  }),
  rule('SEND-10', OF, 'Two names mean the empty topic.', async (w) => {
    const { as, place } = await inRoom(w);
    for (const topic of ['(no topic)', 'general chat', ' general chat '])
      same((await seen(w, as, await sent(w, as, { to: place.id, topic }), RAW))['subject'], '', 'the topic');
  }),
  rule('SEND-11', OF, 'Where topics are needed, the empty one is refused.', async (w) => {
    const { as, place } = await inRoom(w);
    await setTopics(w, place, 'disable_empty_topic');
    for (const topic of ['', '(no topic)', 'general chat'])
      refused(await send(w, as, { to: place.id, topic }), 'BAD_REQUEST', SHOWN);
  }),
  rule('SEND-12', OF, 'Where there is one topic only, others are refused.', async (w) => {
    const { as, place } = await inRoom(w);
    await setTopics(w, place, 'empty_topic_only');
    refused(await send(w, as, { to: place.id, topic: 'x' }), 'BAD_REQUEST', SHOWN);
    await sent(w, as, { to: place.id, topic: '' });
  }),
  rule('SEND-13', OF, 'Too long a topic is cut to 60 characters.', async (w) => {
    const { as, place } = await inRoom(w);
    const { subject } = await seen(w, as, await sent(w, as, { to: place.id, topic: 'ü'.repeat(61) }));
    same(subject, `${'ü'.repeat(57)}...`, 'the topic');
  }),
  rule('SEND-14', OF, 'Topics have no control characters, and none that reorder text.', async (w) => {
    const { as, place } = await inRoom(w);
    for (const topic of ['a\nb', 'a\0b', 'a\u0007b', 'a\u{1FFFE}b', 'a\u202Eb', 'a\u2066b'])
      refused(await send(w, as, { to: place.id, topic }));
  }),
  rule('SEND-15', OF, 'Too long a text is cut to 10,000 characters, and says so.', async (w) => {
    const { as, place } = await inRoom(w);
    const { content } = await seen(w, as, await sent(w, as, { to: place.id, content: 'a'.repeat(10_001) }));
    const end = '\n[message truncated]';
    same(content, 'a'.repeat(10_000 - end.length) + end, 'the text');
  }),
  rule('SEND-16', OF, 'A text of spaces, or with a null character, is refused.', async (w) => {
    const { as, place } = await inRoom(w);
    for (const content of [' \n ', '\n', 'a\0b']) refused(await send(w, as, { to: place.id, content }));
  }),
  rule('SEND-17', OF, 'Empty lines before a text and space behind it are dropped.', async (w) => {
    const { as, place } = await inRoom(w);
    const { content } = await seen(w, as, await sent(w, as, { to: place.id, content: '\n\n x \n' }));
    same(content, ' x', 'the text');
  }),
  rule(
    'SEND-18',
    OF,
    'A sender who is not subscribed to a public channel does not receive it.',
    async (w) => {
      const { place } = await inRoom(w);
      const stranger = await w.user();
      const events = await during(w, stranger, ['message'], () => sent(w, stranger, { to: place.id }));
      same(events, [], 'events');
    },
  ),
  rule(
    'SEND-19',
    OF,
    'A sender without permission is refused: by group, archive, privacy, or as a guest.',
    async (w) => {
      const { as, place } = await inRoom(w);
      const [other, guest] = [await w.user(), await w.user({ role: 600 })];
      refused(await send(w, guest, { to: place.id }));
      await permitIn(w, place, 'can_send_message_group', [as]);
      refused(await send(w, other, { to: place.id }));
      await sent(w, as, { to: place.id });
      const closed = await room(w, as, { invite_only: true });
      refused(await send(w, other, { to: closed.id }));
      await archive(w, place);
      refused(await send(w, as, { to: place.id }));
    },
  ),
  rule('SEND-20', OF, 'Only those who may begin topics do; everybody goes on with them.', async (w) => {
    const { as, place } = await inRoom(w);
    const other = await w.user();
    await permitIn(w, place, 'can_create_topic_group', [as]);
    refused(await send(w, other, { to: place.id, topic: 'new' }));
    await sent(w, as, { to: place.id, topic: 'New' });
    await sent(w, other, { to: place.id, topic: 'new' });
  }),
  rule('SEND-21', OF, 'A new topic is followed by its first sender, and the answer says so.', async (w) => {
    const { as, place } = await inRoom(w);
    const answers = [await send(w, as, { to: place.id }), await send(w, as, { to: place.id })];
    same(
      answers.map((answer) => success(answer).body['automatic_new_visibility_policy']),
      [3, undefined],
      'both answers',
    );
    const bot = await w.bot(as);
    const byBot = await send(w, bot, { to: place.id, topic: 'bots' });
    same('automatic_new_visibility_policy' in success(byBot).body, false, 'for a bot');
  }),
  rule(
    'SEND-22',
    OF,
    'The sender receives an event about the followed topic before the message.',
    async (w) => {
      const { as, place } = await inRoom(w);
      const events = await during(w, as, ['message', 'user_topic'], () => sent(w, as, { to: place.id }));
      same(
        events.map(({ type }) => type),
        ['user_topic', 'message'],
        'the events',
      );
    },
  ),
  rule('SEND-23', OF, 'A user whose setting is never to follow by sending does not follow.', async (w) => {
    const { as, place } = await inRoom(w);
    const form = { automatically_follow_topics_policy: 4 };
    success(await w.ask('PATCH', '/settings', { as, form }));
    const answer = success(await send(w, as, { to: place.id }));
    same('automatic_new_visibility_policy' in answer.body, false, 'a policy');
  }),
  rule(
    'SEND-24',
    OF,
    'The program decides whether its sender has read a message, unless it says so.',
    async (w) => {
      const { as, place } = await inRoom(w);
      const flagsWith = async (agent: string, form: Item = {}): Promise<unknown> => {
        const [event] = await during(w, as, ['message'], async () =>
          success(await send(w, as, { to: place.id, ...form }, { 'user-agent': agent })),
        );
        return event?.['flags'];
      };
      same(await flagsWith('ZulipMobile/1'), ['read'], 'flags of a client for users');
      same(await flagsWith('curl/8'), [], 'flags of a script');
      same(await flagsWith('curl/8', { read_by_sender: true }), ['read'], 'flags when it says so');
      same(await flagsWith('ZulipMobile/1', { read_by_sender: false }), [], 'flags when it says not');
    },
  ),
  rule(
    'SEND-25',
    OF,
    'Only the named queue receives the local id of the message, and only if it is a queue of the sender.',
    async (w) => {
      const { as, place } = await inRoom(w);
      const [mine, other] = [await w.listen(as), await w.listen(as)];
      await sent(w, as, { to: place.id, queue_id: mine.id, local_id: '9.01' });
      const names = [];
      for (const queue of [mine, other])
        names.push((await queue.events()).find(({ type }) => type === 'message')?.['local_message_id']);
      same(names, ['9.01', undefined], 'local ids');
      const reader = await w.user();
      success(
        await w.ask('POST', '/users/me/subscriptions', {
          as: reader,
          form: { subscriptions: [{ name: place.name }] },
        }),
      );
      const foreign = await w.listen(reader);
      await sent(w, as, { to: place.id, queue_id: foreign.id, local_id: '9.02' });
      const event = (await foreign.events()).find(({ type }) => type === 'message');
      same(event?.['local_message_id'], undefined, "the local id in another user's queue");
    },
  ),
  rule('SEND-26', OF, 'A mention is a flag for whom it names; a silent one is not.', async (w) => {
    const { as, place } = await inRoom(w);
    const other = await w.user();
    success(
      await w.ask('POST', '/users/me/subscriptions', {
        as: other,
        form: { subscriptions: [{ name: place.name }] },
      }),
    );
    const flags = async (content: string): Promise<unknown> =>
      (await during(w, other, ['message'], () => sent(w, as, { to: place.id, content })))[0]?.['flags'];
    same(await flags(`@**${other.name}**`), ['mentioned'], 'flags');
    same(await flags(`@_**${other.name}**`), [], 'flags of a silent mention');
    same(await flags(`\`@**${other.name}**\``), [], 'flags of code');
    same(await flags('@**all**'), ['stream_wildcard_mentioned', 'wildcard_mentioned'], 'flags for everyone');
  }),
  rule('SEND-27', OF, 'To call on more than 15 subscribers takes a permission.', async (w) => {
    const { as, place } = await inRoom(w);
    const names = { subscriptions: [{ name: place.name }] };
    const others = [];
    while (others.length < 14) others.push((await w.user()).id);
    success(await w.ask('POST', '/users/me/subscriptions', { as, form: { ...names, principals: others } }));
    await sent(w, as, { to: place.id, content: '@**all**' });
    const last = await w.user();
    success(await w.ask('POST', '/users/me/subscriptions', { as: last, form: names }));
    refused(
      await send(w, as, { to: place.id, content: '@**everyone**' }),
      'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
    );
    await sent(w, as, { to: place.id, content: '`@**all**`' });
    await sent(w, await w.owner(), { to: place.id, content: '@**all**' });
  }),
  rule('SEND-35', OF, 'To call on more than 15 who take part in a topic takes a permission.', async (w) => {
    const { as, place } = await inRoom(w);
    const call = { to: place.id, content: '@**topic**' };
    for (let n = 0; n < 14; n += 1) await sent(w, await w.user(), { to: place.id });
    await sent(w, as, call);
    await sent(w, await w.user(), { to: place.id, topic: 'T' });
    refused(await send(w, as, call), 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED');
    await sent(w, await w.owner(), call);
  }),
  rule('SEND-28', OF, 'A line that begins with `/me` is about its sender.', async (w) => {
    const { as, place } = await inRoom(w);
    const about = async (content: string) =>
      (await seen(w, as, await sent(w, as, { to: place.id, content })))['is_me_message'];
    same(
      [await about('/me waves'), await about('/me'), await about('/mew x')],
      [true, false, false],
      'which',
    );
  }),
  rule('SEND-29', OF, 'A message is read from the start for users who muted its sender.', async (w) => {
    const { as, place } = await inRoom(w);
    const other = await w.user();
    const form = { subscriptions: [{ name: place.name }] };
    success(await w.ask('POST', '/users/me/subscriptions', { as: other, form }));
    success(await w.ask('POST', `/users/me/muted_users/${as.id}`, { as: other }));
    const [event] = await during(w, other, ['message'], () => sent(w, as, { to: place.id }));
    same(event?.['flags'], ['read'], 'flags');
  }),
  rule(
    'SEND-30',
    OF,
    'Subscribers receive an event about a message, whatever their role; others do not.',
    async (w) => {
      const all = await street(w);
      const heard = await heardDuring(w, all, ['message'], () => sent(w, all.actor, { to: all.place.id }));
      const counts = Object.fromEntries(Object.entries(heard).map(([who, events]) => [who, events.length]));
      same(counts, { actor: 1, subscriber: 1, guest: 1, outsider: 0, administrator: 0 }, 'who hears');
      same(only(heard.guest, 'type', 'flags'), [{ type: 'message', flags: [] }], 'what the guest hears');
    },
  ),
  rule('SEND-31', OF, 'A send under a key happens once; the key names that send alone.', async (w) => {
    const { as, place } = await inRoom(w);
    const key = { 'idempotency-key': w.unique('key') };
    const many = await Promise.all(Array.from({ length: 8 }, () => send(w, as, { to: place.id }, key)));
    const ids = new Set(many.filter(({ status }) => status === 200).map((answer) => answer.at('id')));
    same(ids.size, 1, 'messages that were sent');
    refused(await send(w, as, { to: place.id, content: 'other' }, key));
    const query = { anchor: 'newest', num_before: 50, num_after: 0, narrow: [['channel', place.name]] };
    const fetched = items(success(await w.ask('GET', '/messages', { as, query })), 'messages');
    same(fetched.length, 1, 'messages in the channel');
  }),
  rule('SEND-32', OF, 'Messages that link to nothing the organization knows are text.', async (w) => {
    const { as, place } = await inRoom(w);
    const content = `@**${w.unique('Nobody ')}** #**${w.unique('nowhere ')}**`;
    const id = await sent(w, as, { to: place.id, content });
    const { content: html } = await seen(w, as, id, { apply_markdown: true });
    same(String(html).includes('<a') || String(html).includes('<span'), false, 'a link');
  }),
  rule('SEND-33', OF, 'Groups are mentioned by those who may.', async (w) => {
    const { as, place } = await inRoom(w);
    const owner = await w.owner();
    const name = w.unique('group ');
    const form = {
      name,
      description: '',
      members: [owner.id],
      can_mention_group: { direct_members: [owner.id], direct_subgroups: [] },
    };
    success(await w.ask('POST', '/user_groups/create', { as: owner, form }));
    refused(await send(w, as, { to: place.id, content: `@*${name}*` }));
    await sent(w, as, { to: place.id, content: `@_*${name}*` });
    await sent(w, owner, { to: place.id, content: `@*${name}*` });
  }),
  rule(
    'SEND-34',
    OF,
    'An organization that wants topics has them in channels that say nothing else.',
    async (w) => {
      const { as, place } = await inRoom(w);
      await setRealm(w, { topics_policy: 'disable_empty_topic' }, { topics_policy: 'allow_empty_topic' });
      refused(await send(w, as, { to: place.id, topic: '' }), 'BAD_REQUEST', SHOWN);
    },
  ),
  rule('SEND-36', OF, '`local_id` and `queue_id` are refused without each other.', async (w) => {
    const { as, place } = await inRoom(w);
    const queue = await w.listen(as, { event_types: ['message'] });
    refused(await send(w, as, { to: place.id, local_id: '9.01' }));
    refused(await send(w, as, { to: place.id, queue_id: queue.id }));
    same(await queue.events(), [], 'the events');
  }),
];
