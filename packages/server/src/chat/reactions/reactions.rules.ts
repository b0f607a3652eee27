import { PNG } from '@parley/test-support/pictures.ts';
import { archive, heardDuring, post, street, UNKNOWN, whisper } from '@parley/rules/steps/editing.ts';
import { room } from '@parley/rules/steps/channels.ts';
import { lacking, plain, refused, same, success, type Item } from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { roleGroup } from '@parley/rules/steps/groups.ts';
import { dummyAddress, during, setRealm } from '@parley/rules/steps/common.ts';
import type { Credentials } from '@parley/rules/wire.ts';
import type { World } from '@parley/rules/world.ts';
import { seen } from '@parley/rules/steps/sending.ts';

const ADD = 'add-reaction';
const REMOVE = 'remove-reaction';

function add(w: World, as: Credentials, id: number, form: Item) {
  return w.ask('POST', `/messages/${id}/reactions`, { as, form });
}

function remove(w: World, as: Credentials, id: number, form: Item) {
  return w.ask('DELETE', `/messages/${id}/reactions`, { as, form });
}

async function said(w: World): Promise<{ as: User; id: number }> {
  const as = await w.user();
  return { as, id: await post(w, as, await room(w, as)) };
}

async function namesOn(w: World, as: Credentials, id: number): Promise<unknown> {
  return ((await seen(w, as, id))['reactions'] as readonly Item[]).map(({ emoji_name }) => emoji_name);
}

const THUMB = { emoji_name: '+1', emoji_code: '1f44d', reaction_type: 'unicode_emoji' };

export const reactionRules: readonly Rule[] = [
  rule('RX-1', ADD, 'A name is enough; the message shows the emoji with its code and kind.', async (w) => {
    const { as, id } = await said(w);
    plain(await add(w, as, id, { emoji_name: '+1' }));
    same((await seen(w, as, id))['reactions'], [{ ...THUMB, user_id: as.id }], 'the reactions');
  }),
  rule('RX-2', ADD, 'Without a name, that is what is missing.', async (w) => {
    const { as, id } = await said(w);
    lacking(await add(w, as, id, { emoji_code: '1f44d' }), 'emoji_name');
  }),
  rule('RX-3', ADD, 'The same emoji twice is refused, under any of its names.', async (w) => {
    const { as, id } = await said(w);
    plain(await add(w, as, id, { emoji_name: '+1' }));
    for (const emoji_name of ['+1', 'thumbs_up'])
      refused(await add(w, as, id, { emoji_name }), 'REACTION_ALREADY_EXISTS');
  }),
  rule('RX-4', ADD, 'A second reaction with the same emoji takes the existing name.', async (w) => {
    const { as, id } = await said(w);
    plain(await add(w, as, id, { emoji_name: '+1' }));
    plain(await add(w, await w.user(), id, { emoji_name: 'thumbs_up' }));
    same(await namesOn(w, as, id), ['+1', '+1'], 'the names');
  }),
  rule('RX-5', ADD, 'Names and codes that are no emoji, or not the same one, are refused.', async (w) => {
    const { as, id } = await said(w);
    const wrong = [
      { emoji_name: 'no_such_emoji' },
      { emoji_name: '+1', emoji_code: 'zzz' },
      { ...THUMB, emoji_name: 'heart' },
      { ...THUMB, reaction_type: 'realm_emoji' },
      { ...THUMB, reaction_type: 'nonsense' },
    ];
    for (const form of wrong) refused(await add(w, as, id, form));
    same(await namesOn(w, as, id), [], 'the reactions');
  }),
  rule('RX-6', ADD, 'A message that the user cannot read cannot be reacted to.', async (w) => {
    const { as } = await said(w);
    const other = await w.user();
    refused(await add(w, as, UNKNOWN, { emoji_name: '+1' }));
    refused(await add(w, as, await whisper(w, other, [other]), { emoji_name: '+1' }));
    const closed = await post(w, other, await room(w, other, { invite_only: true }));
    for (const who of [as, await w.owner()]) refused(await add(w, who, closed, { emoji_name: '+1' }));
  }),
  rule('RX-7', ADD, 'Reactions in an archived channel are refused.', async (w) => {
    const as = await w.user();
    const place = await room(w, as);
    const id = await post(w, as, place);
    plain(await add(w, as, id, { emoji_name: '+1' }));
    await archive(w, place);
    refused(await add(w, as, id, { emoji_name: 'heart' }));
    refused(await remove(w, as, id, { emoji_name: '+1' }));
  }),
  rule(
    'RX-8',
    ADD,
    'Subscribers receive an event about reactions, whatever their role; others do not.',
    async (w) => {
      const all = await street(w);
      const id = await post(w, all.actor, all.place);
      const event = {
        type: 'reaction',
        message_id: id,
        user_id: all.actor.id,
        user: { user_id: all.actor.id, email: all.actor.email, full_name: all.actor.name },
        ...THUMB,
      };
      for (const [op, act] of [
        ['add', () => add(w, all.actor, id, { emoji_name: '+1' })],
        ['remove', () => remove(w, all.actor, id, { emoji_name: '+1' })],
      ] as const) {
        const one = [{ ...event, op }];
        const heard = await heardDuring(w, all, ['reaction'], act);
        same(heard, { actor: one, subscriber: one, guest: one, outsider: [], administrator: [] }, 'events');
      }
    },
  ),
  rule('RX-9', ADD, 'Reacting follows a topic for those who want that.', async (w) => {
    const { id } = await said(w);
    const all = await street(w);
    const message = await post(w, all.actor, all.place, 'part');
    const form = { automatically_follow_topics_policy: 1 };
    success(await w.ask('PATCH', '/settings', { as: all.subscriber, form }));
    const react = (which: number) => () => add(w, all.subscriber, which, { emoji_name: '+1' });
    const [followed] = await during(w, all.subscriber, ['user_topic'], react(message));
    same([followed?.['topic_name'], followed?.['visibility_policy']], ['part', 3], 'the policy');
    const again = () => add(w, all.subscriber, message, { emoji_name: 'heart' });
    same(await during(w, all.subscriber, ['user_topic'], again), [], 'the second time');
    same(await during(w, all.subscriber, ['user_topic'], react(id)), [], 'where one is not subscribed');
  }),
  rule(
    'RX-17',
    ADD,
    'A user who reacts without a subscription receives later events of the message.',
    async (w) => {
      const all = await street(w);
      const id = await post(w, all.actor, all.place);
      const react = (as: User) => async () => plain(await add(w, as, id, { emoji_name: '+1' }));
      const ids = async (act: () => Promise<void>) =>
        (await during(w, all.outsider, ['reaction'], act)).map(({ op, user_id }) => [op, user_id]);
      same(await ids(react(all.actor)), [], 'before');
      same(await ids(react(all.outsider)), [['add', all.outsider.id]], 'the own reaction');
      const back = async () => plain(await remove(w, all.actor, id, { emoji_name: '+1' }));
      same(await ids(back), [['remove', all.actor.id]], 'after');
    },
  ),
  rule('RX-10', REMOVE, 'A reaction is taken back by its name, its code, or both.', async (w) => {
    const { as, id } = await said(w);
    const ways: readonly Item[] = [
      { emoji_name: '+1' },
      { emoji_name: 'thumbs_up' },
      { emoji_code: '1f44d' },
      THUMB,
    ];
    for (const form of ways) {
      plain(await add(w, as, id, { emoji_name: '+1' }));
      plain(await remove(w, as, id, form));
      refused(await remove(w, as, id, form), 'REACTION_DOES_NOT_EXIST');
    }
  }),
  rule('RX-11', REMOVE, 'Nothing named, an unknown name and an unknown code are refused.', async (w) => {
    const { as, id } = await said(w);
    for (const form of [{}, { emoji_name: 'no_such_emoji' }, { emoji_code: 'zzz' }])
      refused(await remove(w, as, id, form));
  }),
  rule('RX-12', REMOVE, 'Reactions of other users cannot be removed, not even by owners.', async (w) => {
    const { as, id } = await said(w);
    plain(await add(w, as, id, { emoji_name: '+1' }));
    for (const other of [await w.user(), await w.owner()])
      refused(await remove(w, other, id, { emoji_name: '+1' }), 'REACTION_DOES_NOT_EXIST');
    same(await namesOn(w, as, id), ['+1'], 'the reactions');
  }),
  rule('RX-13', REMOVE, 'Messages that cannot be read are unknown.', async (w) => {
    const { as } = await said(w);
    const other = await w.user();
    for (const id of [UNKNOWN, await whisper(w, other, [other])])
      refused(await remove(w, as, id, { emoji_name: '+1' }));
  }),
  rule(
    'RX-14',
    REMOVE,
    'Name and code of a custom or extra emoji are enough to take a reaction back, as they are to add it.',
    async (w) => {
      const { as, id } = await said(w);
      const name = w.unique('e');
      const files = [{ name: 'f', content: PNG }];
      success(await w.ask('POST', `/realm/emoji/${name}`, { as, files }));
      const list = success(await w.ask('GET', '/realm/emoji', { as })).at('emoji') as Record<string, Item>;
      const [code] = Object.entries(list).find(([, one]) => one['name'] === name) ?? [];
      for (const form of [
        { emoji_name: name, emoji_code: code },
        { emoji_name: 'zulip', emoji_code: 'zulip' },
      ]) {
        plain(await add(w, as, id, form));
        plain(await remove(w, as, id, form));
        refused(await remove(w, as, id, form), 'REACTION_DOES_NOT_EXIST');
      }
      plain(await add(w, as, id, { emoji_name: name }));
      success(await w.ask('DELETE', `/realm/emoji/${name}`, { as }));
      plain(await remove(w, as, id, { emoji_name: name, emoji_code: code }));
    },
  ),
  rule(
    'RX-15',
    ADD,
    'Events have the user in the older form too, with the address for the API.',
    async (w) => {
      const as = await w.user({ visibility: 4 });
      const id = await post(w, as, await room(w, as));
      const shownUser = { user_id: as.id, email: await dummyAddress(w, as), full_name: as.name };
      for (const act of [add, remove]) {
        const [event] = await during(w, as, ['reaction'], () => act(w, as, id, { emoji_name: '+1' }));
        same(event?.['user'], shownUser, 'the user');
      }
    },
  ),
  rule('RX-16', ADD, 'Guests receive no name of users whom they may not see.', async (w) => {
    const { actor, guest, outsider, subscriber, place } = await street(w);
    await setRealm(
      w,
      { can_access_all_users_group: { new: await roleGroup(w, 'members') } },
      { can_access_all_users_group: { new: await roleGroup(w, 'everyone') } },
    );
    for (const [who, by, isNamed] of [
      [guest, actor, true],
      [guest, outsider, false],
      [subscriber, outsider, true],
    ] as const) {
      const id = await post(w, actor, place);
      for (const act of [add, remove]) {
        const [event] = await during(w, who, ['reaction'], () => act(w, by, id, { emoji_name: '+1' }));
        const { user_id, full_name, email } = (event?.['user'] ?? {}) as Item;
        same([user_id, full_name === by.name, email === by.email], [by.id, isNamed, isNamed], 'the user');
      }
    }
  }),
];
