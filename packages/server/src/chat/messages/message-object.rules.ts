import { room } from '@parley/rules/steps/channels.ts';
import { change, move, post, UNKNOWN, whisper } from '@parley/rules/steps/editing.ts';
import { holds, lacking, refused, same, success, textAt, type Item } from '@parley/rules/expect.ts';
import { askMessages, matching, messageOf, term } from '@parley/rules/steps/fetching.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { addLinkifier, setRealm, userSeenBy } from '@parley/rules/steps/common.ts';
import type { World } from '@parley/rules/world.ts';

const ONE = 'get-message';
const MANY = 'get-messages';
const MATCH = 'check-messages-match-narrow';
const RENDER = 'render-message';

const ALWAYS = [
  'avatar_url',
  'client',
  'content',
  'content_type',
  'display_recipient',
  'flags',
  'id',
  'is_me_message',
  'reactions',
  'recipient_id',
  'sender_email',
  'sender_full_name',
  'sender_id',
  'sender_realm_str',
  'subject',
  'submessages',
  'timestamp',
  'topic_links',
  'type',
];

function keys(item: Item): string[] {
  return Object.keys(item).toSorted();
}

async function alone(w: World) {
  const as = await w.user();
  return { as, place: await room(w, as) };
}

export const messageObjectRules: readonly Rule[] = [
  rule('MO-1', ONE, 'A message of a channel has its fields, and `stream_id`.', async (w) => {
    const { as, place } = await alone(w);
    const message = await messageOf(w, as, await post(w, as, place, 'Plans', '*hi*'));
    same(keys(message), [...ALWAYS, 'stream_id'].toSorted(), 'the fields');
    same(
      [message['type'], message['stream_id'], message['display_recipient'], message['subject']],
      ['stream', place.id, place.name, 'Plans'],
      'where it is',
    );
    same(
      [message['sender_id'], message['sender_email'], message['sender_full_name']],
      [as.id, (await userSeenBy(w, as, as.id))['email'], as.name],
      'who wrote it',
    );
    holds(
      Math.abs(Number(message['timestamp']) - Date.now() / 1000) < 300,
      'the time of now',
      message['timestamp'],
    );
  }),
  rule(
    'MO-2',
    ONE,
    'A direct message names everybody by ascending id, and has an empty topic.',
    async (w) => {
      const [one, other] = [await w.user(), await w.user()];
      const message = await messageOf(w, one, await whisper(w, other, [one]));
      same(keys(message), ALWAYS.toSorted(), 'the fields');
      same([message['type'], message['subject'], message['topic_links']], ['private', '', []], 'its kind');
      const shown = async (who: typeof one) => ({
        id: who.id,
        email: (await userSeenBy(w, one, who.id))['email'],
        full_name: who.name,
        is_mirror_dummy: false,
      });
      same(message['display_recipient'], [await shown(one), await shown(other)], 'the participants');
    },
  ),
  rule(
    'MO-3',
    ONE,
    'The content is HTML, or Markdown when asked for; the source comes with it anyway.',
    async (w) => {
      const { as, place } = await alone(w);
      const id = await post(w, as, place, 't', '*hi*');
      const html = await messageOf(w, as, id);
      same([html['content'], html['content_type']], ['<p><em>hi</em></p>', 'text/html'], 'as HTML');
      const source = await messageOf(w, as, id, { apply_markdown: false });
      same([source['content'], source['content_type']], ['*hi*', 'text/x-markdown'], 'as Markdown');
      same(textAt(await w.ask('GET', `/messages/${id}`, { as }), 'raw_content'), '*hi*', 'the source');
    },
  ),
  rule('MO-4', ONE, 'The empty topic is replaced by its name unless the client knows it.', async (w) => {
    const { as, place } = await alone(w);
    const id = await post(w, as, place, '');
    same((await messageOf(w, as, id))['subject'], 'general chat', 'the topic');
    same((await messageOf(w, as, id, { allow_empty_topic_name: true }))['subject'], '', 'as it is');
  }),
  rule(
    'MO-5',
    ONE,
    'Links in a topic are those of linkifiers and plain addresses, by position.',
    async (w) => {
      const { as, place } = await alone(w);
      const { word } = await addLinkifier(w);
      const id = await post(w, as, place, `${word}-7 https://a.test`);
      same(
        (await messageOf(w, as, id))['topic_links'],
        [
          { text: `${word}-7`, url: `https://example.com/${word}/7` },
          { text: 'https://a.test', url: 'https://a.test' },
        ],
        'the links',
      );
    },
  ),
  rule('MO-6', ONE, 'A message that begins with `/me ` says so.', async (w) => {
    const { as, place } = await alone(w);
    same((await messageOf(w, as, await post(w, as, place, 't', '/me waves')))['is_me_message'], true, 'with');
    same((await messageOf(w, as, await post(w, as, place, 't', '/me')))['is_me_message'], false, 'without');
  }),
  rule(
    'MO-7',
    ONE,
    'All messages of a conversation share one `recipient_id`, and no others do.',
    async (w) => {
      const { as, place } = await alone(w);
      const of = async (id: number) => (await messageOf(w, as, id))['recipient_id'];
      const [one, two] = [await of(await post(w, as, place, 'a')), await of(await post(w, as, place, 'b'))];
      const [three, four] = [await of(await whisper(w, as, [as])), await of(await whisper(w, as, [as]))];
      same([one === two, three === four, one === three], [true, true, false], 'which are equal');
    },
  ),
  rule('MO-8', ONE, 'An edit is remembered with its time and the text before.', async (w) => {
    const { as, place } = await alone(w);
    const id = await post(w, as, place, 't', 'one');
    success(await change(w, as, id, { content: 'two' }));
    const message = await messageOf(w, as, id);
    const [edit] = message['edit_history'] as Item[];
    same(
      [edit?.['user_id'], edit?.['prev_content'], edit?.['prev_rendered_content']],
      [as.id, 'one', '<p>one</p>'],
      'the edit',
    );
    same(message['last_edit_timestamp'], edit?.['timestamp'], 'the time');
    same('last_moved_timestamp' in message, false, 'whether it seems moved');
  }),
  rule('MO-9', ONE, 'A move is remembered with both topics, the newest change first.', async (w) => {
    const { as, place } = await alone(w);
    const id = await post(w, as, place, '', 'one');
    success(await change(w, as, id, { content: 'two' }));
    success(await move(w, as, id, { topic: 'next' }));
    const message = await messageOf(w, as, id);
    const [moved, edited] = message['edit_history'] as Item[];
    same([moved?.['prev_topic'], moved?.['topic']], ['general chat', 'next'], 'the topics');
    same(edited?.['prev_content'], 'one', 'the edit before');
    holds(typeof message['last_moved_timestamp'] === 'number', 'a time of the move', message);
  }),
  rule(
    'MO-10',
    ONE,
    'Where only moves may be seen, earlier texts are left out; where nothing may, all of it.',
    async (w) => {
      const { as, place } = await alone(w);
      const id = await post(w, as, place, 'before', 'one');
      success(await change(w, as, id, { content: 'two' }));
      const name = 'message_edit_history_visibility_policy';
      await setRealm(w, { [name]: 'moves' }, { [name]: 'all' });
      same('edit_history' in (await messageOf(w, as, id)), false, 'whether an edit shows');
      success(await move(w, as, id, { topic: 'after' }));
      same('edit_history' in (await messageOf(w, as, id)), true, 'whether a move shows');
      await setRealm(w, { [name]: 'none' }, { [name]: 'all' });
      same('edit_history' in (await messageOf(w, as, id)), false, 'whether anything shows');
    },
  ),
  rule('MO-11', ONE, 'Reactions stand in the order in which they were made.', async (w) => {
    const { as, place } = await alone(w);
    const id = await post(w, as, place);
    for (const emoji_name of ['tada', 'heart', '+1'])
      success(await w.ask('POST', `/messages/${id}/reactions`, { as, form: { emoji_name } }));
    const reactions = (await messageOf(w, as, id))['reactions'] as Item[];
    same(
      reactions.map((one) => [one['emoji_name'], one['user_id']]),
      [
        ['tada', as.id],
        ['heart', as.id],
        ['+1', as.id],
      ],
      'the reactions',
    );
    same(keys(reactions[0] ?? {}), ['emoji_code', 'emoji_name', 'reaction_type', 'user_id'], 'the fields');
  }),
  rule('MO-12', ONE, 'A user who never received a message has it as read and historical.', async (w) => {
    const { as, place } = await alone(w);
    const id = await post(w, as, place);
    same((await messageOf(w, await w.user(), id))['flags'], ['read', 'historical'], 'the flags');
  }),
  rule('MO-13', ONE, 'Mentions are flags, the older word for those of everybody last.', async (w) => {
    const [as, other] = [await w.user(), await w.user()];
    const place = await room(w, as, { others: [other] });
    const id = await post(w, as, place, 't', `@**${other.name}|${other.id}** @**all**`);
    same(
      (await messageOf(w, other, id))['flags'],
      ['mentioned', 'stream_wildcard_mentioned', 'wildcard_mentioned'],
      'the flags',
    );
  }),
  rule('MO-14', ONE, 'A message that is unknown, or of others, is refused the same way.', async (w) => {
    const as = await w.user();
    const other = await w.user();
    const [hidden, none] = [await whisper(w, other, [other]), UNKNOWN];
    const answers = [
      await w.ask('GET', `/messages/${hidden}`, { as }),
      await w.ask('GET', `/messages/${none}`, { as }),
    ];
    for (const answer of answers) refused(answer);
    same(answers[0]?.body, answers[1]?.body, 'the answers');
  }),
  rule('MO-15', MANY, 'A name that changed is shown as it is now.', async (w) => {
    const { as, place } = await alone(w);
    const id = await post(w, as, place);
    const full_name = w.unique('Renamed ');
    success(await w.ask('PATCH', `/users/${as.id}`, { as: await w.owner(), form: { full_name } }));
    const [message] = await matching(w, as, [term('id', id)]);
    same(message?.['sender_full_name'], full_name, 'the name');
  }),
  rule('MO-16', MANY, 'The presentation of one message and of many is the same.', async (w) => {
    const { as, place } = await alone(w);
    const id = await post(w, as, place, 'Plans', '*hi*');
    const many = success(await askMessages(w, as, { message_ids: [id] })).at('messages', 0);
    same(many, await messageOf(w, as, id), 'the message');
  }),
  rule('MN-1', MATCH, 'Matching messages are returned by id, as HTML.', async (w) => {
    const { as, place } = await alone(w);
    const word = w.unique('giraffe');
    const [one, other] = [await post(w, as, place, 'a & b', word), await post(w, as, place, 'a & b', 'no')];
    const query = { msg_ids: [one, other, UNKNOWN], narrow: [term('search', word)] };
    same(
      success(await w.ask('GET', '/messages/matches_narrow', { as, query })).at('messages'),
      {
        [one]: { match_content: `<p><span class="highlight">${word}</span></p>`, match_subject: 'a &amp; b' },
      },
      'the matches',
    );
  }),
  rule('MN-2', MATCH, 'Messages that the caller never received are left out.', async (w) => {
    const { as, place } = await alone(w);
    const query = { msg_ids: [await post(w, as, place)], narrow: [term('channel', place.id)] };
    const answer = await w.ask('GET', '/messages/matches_narrow', { as: await w.user(), query });
    same(success(answer).at('messages'), {}, 'the matches');
  }),
  rule('MN-3', MATCH, 'Both parameters are needed, and the search must be understood.', async (w) => {
    const as = await w.user();
    lacking(await w.ask('GET', '/messages/matches_narrow', { as, query: {} }), 'msg_ids');
    lacking(await w.ask('GET', '/messages/matches_narrow', { as, query: { msg_ids: [1] } }), 'narrow');
    const query = { msg_ids: [1], narrow: [term('nope', 'x')] };
    refused(await w.ask('GET', '/messages/matches_narrow', { as, query }), 'BAD_NARROW');
  }),
  rule('RN-1', RENDER, 'Markdown becomes the HTML that a message would have.', async (w) => {
    const { as, place } = await alone(w);
    const content = `**a** #**${place.name}** @**${as.name}|${as.id}**`;
    const rendered = textAt(
      success(await w.ask('POST', '/messages/render', { as, form: { content } })),
      'rendered',
    );
    same(rendered, (await messageOf(w, as, await post(w, as, place, 't', content)))['content'], 'the HTML');
  }),
  rule('RN-2', RENDER, 'Nothing becomes nothing; the parameter must be there.', async (w) => {
    const as = await w.user();
    const answer = await w.ask('POST', '/messages/render', { as, form: { content: '' } });
    same(textAt(success(answer), 'rendered'), '', 'the HTML');
    lacking(await w.ask('POST', '/messages/render', { as, form: {} }), 'content');
  }),
];
