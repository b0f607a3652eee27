import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { room } from '@parley/rules/steps/channels.ts';
import {
  archive,
  change,
  heardDuring,
  only,
  permit,
  post,
  stateOfMessage,
  street,
  UNKNOWN,
  whisper,
} from '@parley/rules/steps/editing.ts';
import { refused, same, success, type Item } from '@parley/rules/expect.ts';
import { addGroup } from '@parley/rules/steps/groups.ts';
import type { User } from '@parley/rules/ground.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { during, setRealm } from '@parley/rules/steps/common.ts';
import type { World } from '@parley/rules/world.ts';

const OF = 'update-message';

function sha(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

async function settled(w: World, content = 'before') {
  const as = await w.user();
  const place = await room(w, as);
  return { as, place, id: await post(w, as, place, 't', content) };
}

async function textOf(w: World, as: User, id: number): Promise<unknown> {
  return (await stateOfMessage(w, as, id))['content'];
}

/** A channel with many subscribers and a message of one of them. */
async function crowded(w: World, others: number) {
  const as = await w.user();
  const users: User[] = [];
  for (let n = 0; n < others; n += 1) users.push(await w.user());
  const place = await room(w, as, { others: users });
  return { as, users, place, id: await post(w, as, place) };
}

export const messageEditRules: readonly Rule[] = [
  rule('ME-1', OF, 'The sender changes the text; no file is left without a message.', async (w) => {
    const { as, id } = await settled(w);
    same(success(await change(w, as, id, { content: 'after' })).at('detached_uploads'), [], 'the files');
    same(await textOf(w, as, id), 'after', 'the text');
  }),
  rule(
    'ME-2',
    OF,
    'Readers receive both forms of both texts; who never received it has it as read.',
    async (w) => {
      const s = await street(w);
      const id = await post(w, s.actor, s.place, 'Top', '*one*');
      const late = await w.user();
      const event: Item = {
        type: 'update_message',
        user_id: s.actor.id,
        rendering_only: false,
        message_id: id,
        message_ids: [id],
        flags: [],
        stream_id: s.place.id,
        stream_name: s.place.name,
        orig_content: '*one*',
        orig_rendered_content: '<p><em>one</em></p>',
        content: '/me *two*',
        rendered_content: '<p>/me <em>two</em></p>',
        is_me_message: true,
      };
      const principals = [late.id];
      const form = { subscriptions: [{ name: s.place.name }], principals };
      success(await w.ask('POST', '/users/me/subscriptions', { as: s.actor, form }));
      const heard = await heardDuring(w, { ...s, outsider: late }, ['update_message'], () =>
        change(w, s.actor, id, { content: '/me *two*' }),
      );
      same(
        heard,
        {
          actor: [event],
          subscriber: [event],
          guest: [event],
          outsider: [{ ...event, flags: ['read'] }],
          administrator: [],
        },
        'the events of everybody',
      );
    },
  ),
  rule(
    'ME-3',
    OF,
    'The edit of a direct message is published to its users, without a channel.',
    async (w) => {
      const s = await street(w);
      const id = await whisper(w, s.actor, [s.subscriber], 'one');
      const heard = await heardDuring(w, s, ['update_message'], () =>
        change(w, s.actor, id, { content: 'two' }),
      );
      const parts = ['message_ids', 'stream_id', 'stream_name', 'content', 'propagate_mode'];
      const event = [{ message_ids: [id], content: 'two' }];
      same(only(heard.actor, ...parts), event, 'what the sender hears');
      same(only(heard.subscriber, ...parts), event, 'what the other hears');
      same([heard.guest, heard.outsider, heard.administrator], [[], [], []], 'what others hear');
    },
  ),
  rule('ME-4', OF, 'The text of another user cannot be edited, whatever the role.', async (w) => {
    const { as, id } = await settled(w);
    for (const role of [200, 300, 400])
      refused(await change(w, await w.user({ role }), id, { content: 'x' }));
    refused(await change(w, await w.owner(), id, { content: 'x' }));
    same(await textOf(w, as, id), 'before', 'the text');
  }),
  rule('ME-5', OF, 'The owner of a bot does not change its words.', async (w) => {
    const owner = await w.user();
    const bot = await w.bot(owner);
    const id = await post(w, bot, await room(w, owner));
    refused(await change(w, owner, id, { content: 'x' }));
    success(await change(w, bot, id, { content: 'x' }));
  }),
  rule('ME-6', OF, 'To change nothing is refused.', async (w) => {
    const { as, place, id } = await settled(w);
    refused(await change(w, as, id, {}));
    refused(await change(w, as, id, { topic: 't' }));
    refused(await change(w, as, id, { topic: ' t ' }));
    refused(await change(w, as, id, { stream_id: place.id }));
    refused(await change(w, as, id, { propagate_mode: 'change_all' }));
  }),
  rule('ME-7', OF, 'A text that is taken away becomes a word that says so.', async (w) => {
    for (const content of ['', '  \n ']) {
      const { as, id } = await settled(w);
      success(await change(w, as, id, { content }));
      same(await textOf(w, as, id), '(deleted)', 'the text');
    }
  }),
  rule('ME-8', OF, 'A text is trimmed and cut as when it is sent, and has no null characters.', async (w) => {
    const { as, id } = await settled(w);
    refused(await change(w, as, id, { content: 'a\0b' }));
    success(await change(w, as, id, { content: '\n\n x \n' }));
    same(await textOf(w, as, id), ' x', 'the text');
    success(await change(w, as, id, { content: 'a'.repeat(10_001) }));
    const long = String(await textOf(w, as, id));
    same([long.length, long.endsWith('\n[message truncated]')], [10_000, true], 'the length and the end');
  }),
  rule('ME-9', OF, 'A direct message has no topic and no channel to change.', async (w) => {
    const { as, place } = await settled(w);
    const id = await whisper(w, as, [await w.user()]);
    refused(await change(w, as, id, { topic: 'x' }));
    refused(await change(w, as, id, { topic: '' }));
    refused(await change(w, as, id, { stream_id: place.id }));
    refused(await change(w, as, id, { content: 'x', topic: 'x' }));
    same(await textOf(w, as, id), 'psst', 'the text');
  }),
  rule('ME-10', OF, 'A text and a channel do not change together.', async (w) => {
    const { as, id } = await settled(w);
    const other = await room(w, as);
    refused(await change(w, as, id, { content: 'x', stream_id: other.id }));
    same(await textOf(w, as, id), 'before', 'the text');
  }),
  rule('ME-11', OF, 'Only a topic or a channel changes for several messages.', async (w) => {
    const { as, id } = await settled(w);
    for (const propagate_mode of ['change_all', 'change_later'])
      refused(await change(w, as, id, { content: 'x', propagate_mode }));
    refused(await change(w, as, id, { content: 'x', propagate_mode: 'change_some' }));
  }),
  rule(
    'ME-12',
    OF,
    'An edit that expects another text changes nothing, whatever else it contains.',
    async (w) => {
      const { as, id } = await settled(w);
      const expected = { field_name: 'prev_content_sha256' };
      for (const form of [{ content: 'x' }, { topic: 'other' }])
        refused(
          await change(w, as, id, { ...form, prev_content_sha256: sha('else') }),
          'EXPECTATION_MISMATCH',
          expected,
        );
      same(await stateOfMessage(w, as, id), { content: 'before', topic: 't' }, 'the message');
      success(await change(w, as, id, { content: 'x', prev_content_sha256: sha('before') }));
    },
  ),
  rule('ME-13', OF, 'Editing can be switched off; topics still change.', async (w) => {
    const { as, id } = await settled(w);
    await setRealm(w, { allow_message_editing: false }, { allow_message_editing: true });
    refused(await change(w, as, id, { content: 'x' }));
    success(await change(w, as, id, { topic: 'other' }));
  }),
  rule(
    'ME-14',
    OF,
    'A text can be edited until its time is over, and a little longer.',
    async (w) => {
      const { as, id } = await settled(w);
      const back = { message_content_edit_limit_seconds: 600 };
      await setRealm(w, { message_content_edit_limit_seconds: 1 }, back);
      await sleep(3_000);
      success(await change(w, as, id, { content: 'x' }));
      await sleep(20_000);
      refused(await change(w, as, id, { content: 'y' }));
      await setRealm(w, { message_content_edit_limit_seconds: '"unlimited"' }, back);
      success(await change(w, as, id, { content: 'z' }));
    },
    { slow: true },
  ),
  rule(
    'ME-15',
    OF,
    'A message that the user cannot read, or that is in an archived channel, cannot be edited.',
    async (w) => {
      const { as, place, id } = await settled(w);
      refused(await change(w, as, UNKNOWN, { content: 'x' }));
      refused(await change(w, await w.user({ role: 600 }), id, { topic: 'x' }));
      const hidden = await post(w, as, await room(w, as, { invite_only: true }));
      refused(await change(w, await w.owner(), hidden, { topic: 'x' }));
      await archive(w, place);
      refused(await change(w, as, id, { content: 'x' }));
      refused(await change(w, await w.owner(), id, { topic: 'x' }));
    },
  ),
  rule('ME-16', OF, 'Mentions change with the text, and each reader receives their own flags.', async (w) => {
    const { as, place, id } = await settled(w);
    const other = await w.user();
    const form = { subscriptions: [{ name: place.name }] };
    success(await w.ask('POST', '/users/me/subscriptions', { as: other, form }));
    const later = await post(w, as, place);
    const flags = async (message: number, content: string) =>
      (await during(w, other, ['update_message'], () => change(w, as, message, { content }))).map(
        (event) => event['flags'],
      );
    same(await flags(later, `@**${other.name}**`), [['mentioned']], 'the flags of who is mentioned');
    same(await flags(later, `@_**${other.name}**`), [[]], 'the flags when the mention is silent');
    same(
      await flags(later, '@**all**'),
      [['stream_wildcard_mentioned', 'wildcard_mentioned']],
      'the flags when everybody is mentioned',
    );
    same(await flags(id, `@**${other.name}**`), [['read']], 'the flags of who came later');
  }),
  rule('ME-17', OF, 'Alert words come and go with the text.', async (w) => {
    const { as, id } = await settled(w);
    const word = w.unique('word');
    success(await w.ask('POST', '/users/me/alert_words', { as, form: { alert_words: [word] } }));
    const flags = async (content: string) =>
      (await during(w, as, ['update_message'], () => change(w, as, id, { content }))).map(
        (event) => event['flags'],
      );
    same(await flags(`the ${word}!`), [['has_alert_word']], 'the flags with the word');
    same(await flags('another'), [[]], 'the flags without it');
  }),
  rule(
    'ME-18',
    OF,
    'To mention everybody in a large channel needs the permission, when editing too.',
    async (w) => {
      const { as, id } = await crowded(w, 15);
      refused(await change(w, as, id, { content: '@**all**' }), 'STREAM_WILDCARD_MENTION_NOT_ALLOWED');
      success(await change(w, as, id, { content: '`@**all**`' }));
      await permit(w, 'can_mention_many_users_group', [as], 'administrators');
      success(await change(w, as, id, { content: '@**all**' }));
    },
  ),
  rule(
    'ME-19',
    OF,
    'To mention everybody in a large topic needs the permission, when editing too.',
    async (w) => {
      const { as, users, place, id } = await crowded(w, 15);
      for (const one of users) await post(w, one, place);
      refused(await change(w, as, id, { content: '@**topic**' }), 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED');
      same(await textOf(w, as, id), 'something', 'the text');
    },
  ),
  rule('ME-20', OF, 'A group that may not be mentioned is not mentioned by an edit either.', async (w) => {
    const { as, id } = await settled(w);
    const owner = await w.owner();
    const name = w.unique('closed ');
    await addGroup(w, owner, {
      name,
      can_mention_group: { direct_members: [owner.id], direct_subgroups: [] },
    });
    refused(await change(w, as, id, { content: `@*${name}*` }));
    same(await textOf(w, as, id), 'before', 'the text');
  }),
  rule('ME-21', OF, 'A poll’s text stays; its topic may change.', async (w) => {
    const as = await w.user();
    const id = await post(w, as, await room(w, as), 't', '/poll Lunch?\n- soup\n- salad');
    refused(await change(w, as, id, { content: 'x' }));
    success(await change(w, as, id, { topic: 'lunch' }));
  }),
  rule('ME-22', OF, 'A text and a topic change together, in one event.', async (w) => {
    const { as, id } = await settled(w);
    const events = await during(w, as, ['update_message'], () =>
      change(w, as, id, { content: 'after', topic: 'u', send_notification_to_new_thread: false }),
    );
    same(
      only(events, 'content', 'orig_content', 'subject', 'orig_subject', 'propagate_mode', 'new_stream_id'),
      [
        {
          content: 'after',
          orig_content: 'before',
          subject: 'u',
          orig_subject: 't',
          propagate_mode: 'change_one',
        },
      ],
      'the events',
    );
    same(await stateOfMessage(w, as, id), { content: 'after', topic: 'u' }, 'the message');
  }),
];
