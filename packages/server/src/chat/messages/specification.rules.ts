import { PNG } from '@parley/test-support/pictures.ts';
import { room } from '@parley/rules/steps/channels.ts';
import { askHistory, change, history, move, permit, remove, whisper } from '@parley/rules/steps/editing.ts';
import { holds, items, plain, refused, same, success, type Item } from '@parley/rules/expect.ts';
import { listed } from '@parley/rules/steps/groups.ts';
import type { User } from '@parley/rules/ground.ts';
import { post } from '@parley/rules/steps/reading.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import type { World } from '@parley/rules/world.ts';
import { seen } from '@parley/rules/steps/sending.ts';

const HISTORY = 'get-message-history';
const REACTION = 'remove-reaction';
const DELETE = 'delete-message';
const TOPICS = 'get-stream-topics';
const ORIGINAL = ['content', 'rendered_content', 'timestamp', 'topic', 'user_id'];

/** Reacts and takes the reaction back with the same form. */
async function reactAndRemove(w: World, as: User, form: Item, removal: Item): Promise<void> {
  const path = `/messages/${await whisper(w, as, [as])}/reactions`;
  plain(await w.ask('POST', path, { as, form }));
  plain(await w.ask('DELETE', path, { as, form: removal }));
  refused(await w.ask('DELETE', path, { as, form: removal }), 'REACTION_DOES_NOT_EXIST');
}

async function customEmoji(w: World, as: User): Promise<{ name: string; code: string }> {
  const name = w.unique('e');
  const files = [{ name: 'f', content: PNG }];
  plain(await w.ask('POST', `/realm/emoji/${name}`, { as, files }));
  w.later(async () => w.ask('DELETE', `/realm/emoji/${name}`, { as: await w.owner() }));
  const emoji = success(await w.ask('GET', '/realm/emoji', { as })).at('emoji') as Record<string, Item>;
  return { name, code: String(Object.values(emoji).find((one) => one['name'] === name)?.['id']) };
}

async function edited(w: World, changes: Item): Promise<readonly Item[]> {
  const as = await w.user();
  const id = await post(w, as, await room(w, as), 'before', 'old *text*');
  success(await move(w, as, id, changes));
  return history(w, as, id);
}

export const specificationMessageRules: readonly Rule[] = [
  rule('SPH-1', HISTORY, '`topic` is a string in every snapshot, also of a direct message.', async (w) => {
    const [as, other] = [await w.user(), await w.user()];
    const direct = await whisper(w, as, [other]);
    success(await change(w, as, direct, { content: 'louder' }));
    same(
      [...(await edited(w, { topic: 'after' })), ...(await history(w, as, direct))].map(({ topic }) => topic),
      ['before', 'after', '', ''],
      'the topics',
    );
  }),
  rule(
    'SPH-2',
    HISTORY,
    '`content` is raw Markdown and `rendered_content` its HTML, in every snapshot.',
    async (w) => {
      same(
        (await edited(w, { content: 'new **text**' })).map(({ content, rendered_content }) => [
          content,
          rendered_content,
        ]),
        [
          ['old *text*', '<p>old <em>text</em></p>'],
          ['new **text**', '<p>new <strong>text</strong></p>'],
        ],
        'the contents',
      );
    },
  ),
  rule('SPH-3', HISTORY, '`timestamp` is an integer of seconds in every snapshot.', async (w) => {
    for (const { timestamp } of await edited(w, { content: 'new' }))
      holds(
        Number.isInteger(timestamp) && Math.abs(Date.now() / 1000 - Number(timestamp)) < 120,
        'a time of now in seconds',
        timestamp,
      );
  }),
  rule('SPH-4', HISTORY, '`user_id` of a snapshot is the user who made that edit.', async (w) => {
    const as = await w.user();
    const id = await post(w, as, await room(w, as));
    const owner = await w.owner();
    success(await move(w, owner, id, { topic: 'elsewhere' }));
    same(
      (await history(w, as, id)).map(({ user_id }) => user_id),
      [as.id, owner.id],
      'the users',
    );
  }),
  rule('SPH-5', HISTORY, '`content_html_diff` marks removed and inserted text.', async (w) => {
    const [, snapshot] = await edited(w, { content: 'old *words*' });
    const diff = String(snapshot?.['content_html_diff']);
    for (const name of ['highlight_text_deleted', 'highlight_text_inserted'])
      holds(diff.includes(`class="${name}"`), `a part with the class ${name}`, diff);
  }),
  rule(
    'SPH-6',
    HISTORY,
    'The first snapshot of an edited message still has exactly five fields.',
    async (w) => {
      const [first] = await edited(w, { content: 'new', topic: 'after' });
      same(Object.keys(first ?? {}).toSorted(), ORIGINAL, 'the fields');
      same([first?.['topic'], first?.['content']], ['before', 'old *text*'], 'topic and content');
    },
  ),
  rule(
    'SPH-7',
    HISTORY,
    'Without `allow_empty_topic_name` an empty topic has its display name.',
    async (w) => {
      const as = await w.user();
      const id = await post(w, as, await room(w, as), '');
      same((await history(w, as, id))[0]?.['topic'], 'general chat', 'the topic');
    },
  ),
  rule('SPH-8', HISTORY, '`allow_empty_topic_name` is a boolean.', async (w) => {
    const as = await w.user();
    const id = await post(w, as, await room(w, as));
    for (const allow_empty_topic_name of ['yes', 1, 'True'])
      refused(await askHistory(w, as, id, { allow_empty_topic_name }));
  }),
  rule('SPH-9', HISTORY, 'A move to another channel and topic names both in one snapshot.', async (w) => {
    const as = await w.user();
    const [from, to] = [await room(w, as), await room(w, as)];
    const id = await post(w, as, from, 'before');
    success(await move(w, as, id, { stream_id: to.id, topic: 'after' }));
    const [, snapshot] = await history(w, as, id);
    const { prev_topic, topic, prev_stream, stream } = snapshot ?? {};
    same(
      { prev_topic, topic, prev_stream, stream },
      { prev_topic: 'before', topic: 'after', prev_stream: from.id, stream: to.id },
      'the snapshot',
    );
    holds(!('prev_content' in (snapshot ?? {})), 'no prev_content', snapshot);
  }),

  rule('SPR-1', REACTION, 'A `unicode_emoji` is removed by its hexadecimal code alone.', async (w) => {
    const as = await w.user();
    const form = { emoji_name: 'heart', emoji_code: '2764', reaction_type: 'unicode_emoji' };
    await reactAndRemove(w, as, form, { emoji_code: '2764', reaction_type: 'unicode_emoji' });
  }),
  rule('SPR-2', REACTION, 'The code of several code points is joined by dashes.', async (w) => {
    const as = await w.user();
    const id = await whisper(w, as, [as]);
    plain(await w.ask('POST', `/messages/${id}/reactions`, { as, form: { emoji_name: 'flag_germany' } }));
    const [reaction] = (await seen(w, as, id))['reactions'] as Item[];
    same(reaction?.['emoji_code'], '1f1e9-1f1ea', 'emoji_code');
    const form = { emoji_code: '1f1e9-1f1ea', reaction_type: 'unicode_emoji' };
    plain(await w.ask('DELETE', `/messages/${id}/reactions`, { as, form }));
  }),
  rule('SPR-3', REACTION, 'A `realm_emoji` is removed by the id of the custom emoji.', async (w) => {
    const as = await w.user();
    const { name, code } = await customEmoji(w, as);
    const form = { emoji_name: name, emoji_code: code, reaction_type: 'realm_emoji' };
    await reactAndRemove(w, as, form, { emoji_code: code, reaction_type: 'realm_emoji' });
  }),
  rule('SPR-4', REACTION, 'An `extra_emoji` is removed by its name as code.', async (w) => {
    const as = await w.user();
    const form = { emoji_name: 'zulip', emoji_code: 'zulip', reaction_type: 'extra_emoji' };
    await reactAndRemove(w, as, form, form);
  }),
  rule('SPR-5', REACTION, 'Another `reaction_type` is refused.', async (w) => {
    const as = await w.user();
    const id = await whisper(w, as, [as]);
    plain(await w.ask('POST', `/messages/${id}/reactions`, { as, form: { emoji_name: '+1' } }));
    for (const reaction_type of ['emoji', '', 'Unicode_Emoji', '"unicode_emoji"']) {
      const form = { emoji_name: '+1', emoji_code: '1f44d', reaction_type };
      refused(await w.ask('DELETE', `/messages/${id}/reactions`, { as, form }));
    }
  }),
  rule('SPR-6', REACTION, 'A user removes a single reaction and keeps the others.', async (w) => {
    const as = await w.user();
    const id = await whisper(w, as, [as]);
    for (const emoji_name of ['+1', 'heart', 'smile'])
      plain(await w.ask('POST', `/messages/${id}/reactions`, { as, form: { emoji_name } }));
    plain(await w.ask('DELETE', `/messages/${id}/reactions`, { as, form: { emoji_name: 'heart' } }));
    same(
      ((await seen(w, as, id))['reactions'] as Item[]).map(({ emoji_name }) => emoji_name),
      ['+1', 'smile'],
      'the reactions',
    );
  }),

  rule(
    'SPX-1',
    DELETE,
    'A received direct message is readable, but deleting it needs a permission.',
    async (w) => {
      const [as, other] = [await w.user(), await w.user()];
      const id = await whisper(w, as, [other]);
      refused(await remove(w, other, id));
      await permit(w, 'can_delete_any_message_group', [other], 'administrators');
      plain(await remove(w, other, id));
    },
  ),
  rule(
    'SPX-2',
    DELETE,
    '`can_delete_own_message_group` permits listed users and no other user.',
    async (w) => {
      const [listedUser, other] = [await w.user(), await w.user()];
      const place = await room(w, listedUser, { others: [other] });
      const ids = [await post(w, listedUser, place), await post(w, other, place)];
      await permit(w, 'can_delete_own_message_group', [listedUser], 'everyone');
      plain(await remove(w, listedUser, ids[0] ?? 0));
      refused(await remove(w, other, ids[1] ?? 0));
    },
  ),
  rule(
    'SPX-3',
    DELETE,
    '`can_set_delete_message_policy_group` lets its members set the groups of a channel.',
    async (w) => {
      const as = await w.user();
      const place = await room(w, as);
      const form = { can_delete_any_message_group: { new: listed([as.id]) } };
      refused(await w.ask('PATCH', `/streams/${place.id}`, { as, form }));
      await permit(w, 'can_set_delete_message_policy_group', [as], 'moderators');
      success(await w.ask('PATCH', `/streams/${place.id}`, { as, form }));
    },
  ),
  rule('SPX-4', DELETE, 'A guest may not delete a message of another user.', async (w) => {
    const [as, guest] = [await w.user(), await w.user({ role: 600 })];
    const id = await post(w, as, await room(w, as, { others: [guest] }));
    refused(await remove(w, guest, id));
    same((await seen(w, as, id))['id'], id, 'the message');
  }),
  rule('SPX-5', DELETE, 'An owner deletes any message that the owner can read.', async (w) => {
    const as = await w.user();
    const id = await post(w, as, await room(w, as));
    plain(await remove(w, await w.owner(), id));
    refused(await w.ask('GET', `/messages/${id}`, { as }));
  }),

  rule('SPT-1', TOPICS, 'A topic entry is exactly a string `name` and an integer `max_id`.', async (w) => {
    const as = await w.user();
    const place = await room(w, as);
    const id = await post(w, as, place, 'Entry');
    const entries = items(success(await w.ask('GET', `/users/me/${place.id}/topics`, { as })), 'topics');
    same(entries[0], { name: 'Entry', max_id: id }, 'the first entry');
  }),
  rule('SPT-2', TOPICS, 'A bot sees topics of a protected channel since its own subscription.', async (w) => {
    const as = await w.user();
    const bot = await w.bot(as);
    const place = await room(w, as, { invite_only: true, history_public_to_subscribers: false });
    await post(w, as, place, 'before');
    const form = { subscriptions: [{ name: place.name }], principals: [bot.id] };
    success(await w.ask('POST', '/users/me/subscriptions', { as, form }));
    const id = await post(w, as, place, 'after');
    const answer = success(await w.ask('GET', `/users/me/${place.id}/topics`, { as: bot }));
    same(answer.at('topics'), [{ name: 'after', max_id: id }], 'the topics');
  }),
  rule(
    'SPT-3',
    TOPICS,
    'A member who can read a public channel sees its topics without a subscription.',
    async (w) => {
      const as = await w.user();
      const place = await room(w, as);
      await post(w, as, place, 'open');
      const topicsFor = async (reader: User) =>
        success(await w.ask('GET', `/users/me/${place.id}/topics`, { as: reader })).at('topics');
      same(await topicsFor(await w.user()), await topicsFor(as), 'the topics');
    },
  ),
];
