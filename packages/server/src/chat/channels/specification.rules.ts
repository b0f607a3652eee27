import { room, subscriptions } from '@parley/rules/steps/channels.ts';
import { move, permit, post } from '@parley/rules/steps/editing.ts';
import { holds, items, numberAt, plain, refused, same, success, type Item } from '@parley/rules/expect.ts';
import { listed, roleGroup } from '@parley/rules/steps/groups.ts';
import type { User } from '@parley/rules/ground.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { dummyAddress } from '@parley/rules/steps/common.ts';
import type { Answer, Credentials } from '@parley/rules/wire.ts';
import type { World } from '@parley/rules/world.ts';

const OF = 'subscribe';
const UPDATE = 'update-stream';
const DESCRIPTION_LENGTH = 1024;
const NAME_LENGTH = 60;

function join(w: World, as: Credentials, names: readonly string[], form: Item = {}): Promise<Answer> {
  const subscribed = names.map((name) => ({ name }));
  return w.ask('POST', '/users/me/subscriptions', { as, form: { subscriptions: subscribed, ...form } });
}

function joinWith(w: World, as: Credentials, channel: Item): Promise<Answer> {
  return w.ask('POST', '/users/me/subscriptions', { as, form: { subscriptions: [channel] } });
}

/** The channel of a name as its reader sees it. */
async function channelOf(w: World, as: Credentials, name: string): Promise<Item> {
  const found = await w.ask('GET', '/get_stream_id', { as, query: { stream: name } });
  const id = numberAt(success(found), 'stream_id');
  return success(await w.ask('GET', `/streams/${id}`, { as })).at('stream') as Item;
}

/** A channel that the owner creates with some settings. */
async function created(w: World, form: Item, as?: User): Promise<Item> {
  const owner = as ?? (await w.owner());
  const name = w.unique('made ');
  success(await join(w, owner, [name], form));
  return channelOf(w, owner, name);
}

const POLICIES: readonly (readonly [id: string, policy: string])[] = [
  ['SPC-18', 'inherit'],
  ['SPC-19', 'allow_empty_topic'],
  ['SPC-20', 'disable_empty_topic'],
  ['SPC-21', 'empty_topic_only'],
];

const PERMISSIONS = [
  'can_add_subscribers_group',
  'can_remove_subscribers_group',
  'can_administer_channel_group',
  'can_delete_any_message_group',
  'can_delete_own_message_group',
  'can_move_messages_out_of_channel_group',
] as const;

export const specificationChannelRules: readonly Rule[] = [
  rule('SPC-1', OF, 'Two users are subscribed to two channels by their ids in one request.', async (w) => {
    const [as, one, two] = [await w.user(), await w.user(), await w.user()];
    const names = [w.unique('a '), w.unique('b ')];
    const answer = success(await join(w, as, names, { principals: [one.id, two.id] }));
    const subscribed = answer.at('subscribed') as Readonly<Record<string, string[]>>;
    same(
      Object.fromEntries(Object.entries(subscribed).map(([id, list]) => [id, list.toSorted()])),
      { [one.id]: names, [two.id]: names },
      'subscribed',
    );
    same(await subscriptions(w, as), [], 'the subscriptions of the requester');
  }),
  rule('SPC-2', OF, 'A single request creates the missing channel and joins the existing one.', async (w) => {
    const [as, maker, name] = [await w.user(), await w.user(), w.unique('new ')];
    const place = await room(w, maker);
    success(await join(w, as, [place.name, name]));
    same(
      (await subscriptions(w, as)).map((one) => String(one['name'])).toSorted(),
      [place.name, name].toSorted(),
      'the subscriptions',
    );
    same((await channelOf(w, as, name))['creator_id'], as.id, 'the creator of the new channel');
  }),
  rule('SPC-3', OF, 'No initial setting changes an existing channel.', async (w) => {
    const owner = await w.owner();
    const place = await room(w, await w.user());
    const before = await channelOf(w, owner, place.name);
    const form = {
      subscriptions: [{ name: place.name, description: 'another' }],
      invite_only: true,
      is_default_stream: true,
      message_retention_days: 30,
      topics_policy: 'disable_empty_topic',
      can_add_subscribers_group: listed([owner.id]),
      can_administer_channel_group: listed([owner.id]),
    };
    success(await w.ask('POST', '/users/me/subscriptions', { as: owner, form }));
    const { subscriber_count: _now, ...after } = await channelOf(w, owner, place.name);
    const { subscriber_count: _then, ...expected } = before;
    same(after, expected, 'the channel');
  }),
  rule('SPC-4', OF, '`subscriptions` is a list of objects with the string `name`.', async (w) => {
    const as = await w.user();
    for (const list of ['x', {}, ['name'], [{}], [{ name: 5 }], [{ name: null }], [{ description: 'x' }]])
      refused(await w.ask('POST', '/users/me/subscriptions', { as, form: { subscriptions: list } }));
  }),
  rule('SPC-5', OF, 'A name of exactly 60 code points is accepted and one of 61 is not.', async (w) => {
    const as = await w.user();
    const start = w.unique('n');
    const name = start + '👋'.repeat(NAME_LENGTH - start.length);
    refused(await join(w, as, [`${name}x`]));
    success(await join(w, as, [name]));
    same((await channelOf(w, as, name))['name'], name, 'name');
  }),
  rule('SPC-6', OF, 'A channel without a `description` has an empty one.', async (w) => {
    const { description, rendered_description } = await created(w, {});
    same([description, rendered_description], ['', ''], 'both descriptions');
  }),
  rule(
    'SPC-7',
    OF,
    'A description of exactly 1,024 code points is kept whole and 1,025 are refused.',
    async (w) => {
      const [as, name] = [await w.user(), w.unique('new ')];
      const description = `${'👋'.repeat(DESCRIPTION_LENGTH - 1)}x`;
      refused(await joinWith(w, as, { name, description: `${description}x` }));
      success(await joinWith(w, as, { name, description }));
      same((await channelOf(w, as, name))['description'], description, 'description');
    },
  ),
  rule('SPC-8', OF, 'The `description` is Markdown, and the channel has it rendered.', async (w) => {
    const [as, name] = [await w.user(), w.unique('new ')];
    success(await joinWith(w, as, { name, description: 'so **bold**' }));
    const { description, rendered_description } = await channelOf(w, as, name);
    same(description, 'so **bold**', 'description');
    same(rendered_description, '<p>so <strong>bold</strong></p>', 'rendered_description');
  }),
  rule('SPC-9', OF, 'A dummy address among the principals subscribes its user.', async (w) => {
    const [as, hidden, name] = [await w.user(), await w.user({ visibility: 4 }), w.unique('new ')];
    const answer = success(await join(w, as, [name], { principals: [await dummyAddress(w, hidden)] }));
    same(answer.at('subscribed'), { [hidden.id]: [name] }, 'subscribed');
  }),
  rule(
    'SPC-10',
    OF,
    '`authorization_errors_fatal` true refuses the request, as its absence does.',
    async (w) => {
      const [as, name] = [await w.user(), w.unique('never ')];
      const place = await room(w, await w.user(), { invite_only: true });
      for (const form of [{}, { authorization_errors_fatal: true }])
        refused(await join(w, as, [place.name, name], form));
      same(await subscriptions(w, as), [], 'the subscriptions');
    },
  ),
  rule(
    'SPC-11',
    OF,
    'With `authorization_errors_fatal` false the other channels are subscribed.',
    async (w) => {
      const [as, name] = [await w.user(), w.unique('new ')];
      const place = await room(w, await w.user(), { invite_only: true });
      const form = { authorization_errors_fatal: false };
      const answer = success(await join(w, as, [place.name, name], form));
      same(answer.at('unauthorized'), [place.name], 'unauthorized');
      same(answer.at('subscribed'), { [as.id]: [name] }, 'subscribed');
    },
  ),
  rule('SPC-12', OF, '`message_retention_days` is null by default and with `realm_default`.', async (w) => {
    for (const form of [{}, { message_retention_days: '"realm_default"' }])
      same((await created(w, form))['message_retention_days'], null, 'message_retention_days');
  }),
  rule('SPC-13', OF, 'A new channel is public by default and with `invite_only` false.', async (w) => {
    for (const form of [{}, { invite_only: false }])
      same((await created(w, form))['invite_only'], false, 'invite_only');
    same((await created(w, { invite_only: true }))['invite_only'], true, 'invite_only when asked for');
  }),
  rule(
    'SPC-14',
    OF,
    'A new channel is not web-public by default and with `is_web_public` false.',
    async (w) => {
      for (const form of [{}, { is_web_public: false }])
        same((await created(w, form))['is_web_public'], false, 'is_web_public');
    },
  ),
  rule('SPC-16', OF, 'A new channel is no default channel by default and with false.', async (w) => {
    const owner = await w.owner();
    for (const form of [{}, { is_default_stream: false }]) {
      const { stream_id } = await created(w, form);
      const query = { include_default: true };
      const list = items(success(await w.ask('GET', '/streams', { as: owner, query })), 'streams');
      same(list.find((one) => one['stream_id'] === stream_id)?.['is_default'], false, 'is_default');
    }
  }),
  rule('SPC-17', OF, '`message_retention_days` is kept as a number of days.', async (w) => {
    for (const days of [1, 30])
      same((await created(w, { message_retention_days: days }))['message_retention_days'], days, 'the days');
  }),
  ...POLICIES.map(([id, topics_policy]) =>
    rule(id, OF, `A channel is created with the topics policy \`${topics_policy}\`.`, async (w) => {
      same((await created(w, { topics_policy }))['topics_policy'], topics_policy, 'topics_policy');
    }),
  ),
  rule('SPC-22', OF, 'The topics policy of a new channel is `inherit` by default.', async (w) => {
    same((await created(w, {}))['topics_policy'], 'inherit', 'topics_policy');
  }),
  ...PERMISSIONS.map((name, n) =>
    rule(`SPC-${23 + n}`, OF, `\`${name}\` takes the id of a group.`, async (w) => {
      const moderators = await roleGroup(w, 'moderators');
      same((await created(w, { [name]: moderators }))[name], moderators, name);
    }),
  ),
  ...PERMISSIONS.map((name, n) =>
    rule(`SPC-${29 + n}`, OF, `\`${name}\` takes an object of members and subgroups.`, async (w) => {
      const user = await w.user();
      const value = listed([user.id], [await roleGroup(w, 'moderators')]);
      same((await created(w, { [name]: value }))[name], value, name);
    }),
  ),
  rule('SPC-35', OF, 'A group setting of another shape, or with unknown ids, is refused.', async (w) => {
    const owner = await w.owner();
    const values = [
      '"role:members"',
      [1],
      { direct_members: 'x', direct_subgroups: [] },
      { direct_members: [], direct_subgroups: ['1'] },
      { direct_members: [] },
      listed([999_999_999]),
      listed([], [999_999_999]),
      999_999_999,
    ];
    for (const value of values)
      refused(await join(w, owner, [w.unique('never ')], { can_add_subscribers_group: value }));
  }),
  rule(
    'SPC-36',
    OF,
    'A member of `can_add_subscribers_group` adds others where the organization forbids it.',
    async (w) => {
      const [keeper, as, other] = [await w.user(), await w.user(), await w.user()];
      await permit(w, 'can_add_subscribers_group', [], 'members');
      const place = await created(w, { can_add_subscribers_group: listed([keeper.id]) });
      const names = [String(place['name'])];
      refused(await join(w, as, names, { principals: [other.id] }));
      success(await join(w, keeper, names, { principals: [other.id] }));
    },
  ),
  rule(
    'SPC-37',
    OF,
    'A member of `can_remove_subscribers_group` removes others and no other user does.',
    async (w) => {
      const [keeper, as, other] = [await w.user(), await w.user(), await w.user()];
      const place = await created(w, {
        can_remove_subscribers_group: listed([keeper.id]),
        principals: [as.id, keeper.id, other.id],
      });
      const form = { subscriptions: [place['name']], principals: [other.id] };
      refused(await w.ask('DELETE', '/users/me/subscriptions', { as, form }));
      success(await w.ask('DELETE', '/users/me/subscriptions', { as: keeper, form }));
    },
  ),
  rule(
    'SPC-38',
    OF,
    'A member of `can_administer_channel_group` changes the channel and no other user does.',
    async (w) => {
      const [keeper, as] = [await w.user(), await w.user()];
      const place = await created(w, { can_administer_channel_group: listed([keeper.id]) });
      const path = `/streams/${Number(place['stream_id'])}`;
      refused(await w.ask('PATCH', path, { as, form: { description: 'mine' } }));
      success(await w.ask('PATCH', path, { as: keeper, form: { description: 'kept' } }));
      same((await channelOf(w, as, String(place['name'])))['description'], 'kept', 'description');
    },
  ),
  rule(
    'SPC-39',
    OF,
    'A member of `can_move_messages_out_of_channel_group` moves messages out.',
    async (w) => {
      const [keeper, as] = [await w.user(), await w.user()];
      await permit(w, 'can_move_messages_between_channels_group', [], 'members');
      const from = await created(w, { can_move_messages_out_of_channel_group: listed([keeper.id]) });
      const [source, to] = [Number(from['stream_id']), await room(w, as)];
      const id = await post(w, as, { id: source });
      refused(await move(w, as, id, { stream_id: to.id }));
      success(await move(w, keeper, id, { stream_id: to.id }));
    },
  ),
  rule('SPC-40', UPDATE, 'A channel without other topics becomes `empty_topic_only`.', async (w) => {
    const [owner, as] = [await w.owner(), await w.user()];
    const place = await room(w, as);
    await post(w, as, place, '');
    const form = { topics_policy: 'empty_topic_only' };
    plain(await w.ask('PATCH', `/streams/${place.id}`, { as: owner, form }));
    same((await channelOf(w, as, place.name))['topics_policy'], 'empty_topic_only', 'topics_policy');
  }),
  rule(
    'SPC-41',
    UPDATE,
    'A channel with a message in another topic does not become `empty_topic_only`.',
    async (w) => {
      const [owner, as] = [await w.owner(), await w.user()];
      const place = await room(w, as);
      await post(w, as, place, 'named');
      const form = { topics_policy: 'empty_topic_only' };
      refused(await w.ask('PATCH', `/streams/${place.id}`, { as: owner, form }));
      same((await channelOf(w, as, place.name))['topics_policy'], 'inherit', 'topics_policy');
    },
  ),
  rule(
    'SPC-42',
    OF,
    'A new subscriber of a private channel with public history reads earlier messages.',
    async (w) => {
      const [as, late] = [await w.user(), await w.user()];
      const readable = [];
      for (const history_public_to_subscribers of [true, false]) {
        const place = await room(w, as, { invite_only: true, history_public_to_subscribers });
        const id = await post(w, as, place);
        success(await join(w, as, [place.name], { principals: [late.id] }));
        readable.push((await w.ask('GET', `/messages/${id}`, { as: late })).status === 200);
      }
      same(readable, [true, false], 'whether earlier messages are read');
    },
  ),
  rule('SPC-43', OF, 'The flags of a new channel are booleans.', async (w) => {
    const as = await w.owner();
    for (const name of [
      'announce',
      'authorization_errors_fatal',
      'history_public_to_subscribers',
      'invite_only',
      'is_default_stream',
      'is_web_public',
    ])
      for (const value of ['yes', 1, '"true"'])
        refused(await join(w, as, [w.unique('never ')], { [name]: value }));
  }),
  rule('SPC-44', OF, 'A topics policy of a new channel takes effect at once.', async (w) => {
    const as = await w.user();
    const place = await created(w, { topics_policy: 'disable_empty_topic' });
    const form = { type: 'channel', to: place['stream_id'], topic: '', content: 'x' };
    refused(await w.ask('POST', '/messages', { as, form }));
    success(await w.ask('POST', '/messages', { as, form: { ...form, topic: 'named' } }));
  }),
  rule('SPC-45', OF, 'The refusal of a channel without a name names the missing part.', async (w) => {
    const as = await w.user();
    const answer = await joinWith(w, as, { description: 'no name' });
    refused(answer);
    holds(String(answer.at('msg')).includes('name'), 'a message about name', answer.at('msg'));
  }),
];
