import { room } from '@parley/rules/steps/channels.ts';
import { holds, items, lacking, refused, same, success, type Item } from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { crowd, setRealm, stateOf } from '@parley/rules/steps/common.ts';
import type { Answer } from '@parley/rules/wire.ts';
import type { World } from '@parley/rules/world.ts';

const OF = 'subscribe';

function join(w: World, as: User, name: string, form: Item = {}): Promise<Answer> {
  return w.ask('POST', '/users/me/subscriptions', { as, form: { subscriptions: [{ name }], ...form } });
}

async function named(w: World, as: User, name: string): Promise<Item | undefined> {
  const query = { include_all: true, exclude_archived: false };
  const list = items(success(await w.ask('GET', '/streams', { as, query })), 'streams');
  return list.find((channel) => channel['name'] === name);
}

async function groups(w: World): Promise<Readonly<Record<string, number>>> {
  const state = await stateOf(w, await w.owner(), 'realm_user_groups');
  return Object.fromEntries(
    items(state, 'realm_user_groups').map((group) => [String(group['name']), Number(group['id'])]),
  );
}

/** Nothing of the name is made when the request is refused. */
function refusedNew(id: string, sentence: string, form: Item, code?: string): Rule {
  return rule(id, OF, sentence, async (w) => {
    const name = w.unique('never ');
    refused(await join(w, await w.user(), name, form), code);
    same(await named(w, await w.owner(), name), undefined, 'the channel afterwards');
  });
}

export const subscribeRules: readonly Rule[] = [
  rule('SUB-1', OF, 'A name that is not in use becomes a channel, with its maker in it.', async (w) => {
    const [as, name] = [await w.user(), w.unique('new ')];
    const answer = success(await join(w, as, name));
    same(answer.at('subscribed'), { [as.id]: [name] }, 'subscribed');
    same(answer.at('already_subscribed'), {}, 'already_subscribed');
    same('unauthorized' in answer.body, false, 'a list of refused channels');
    same(typeof answer.at('new_subscription_messages_sent'), 'boolean', 'whether users were told');
  }),
  rule('SUB-2', OF, 'An existing subscription is reported as such, and no event is sent.', async (w) => {
    const as = await w.user();
    const place = await room(w, as);
    const queue = await w.listen(as, { event_types: ['stream', 'subscription'] });
    const answer = success(await join(w, as, place.name));
    same(
      [answer.at('subscribed'), answer.at('already_subscribed')],
      [{}, { [as.id]: [place.name] }],
      'both lists',
    );
    same(await queue.events(), [], 'events');
  }),
  rule('SUB-3', OF, 'Names are the same in any case; the stored spelling is answered.', async (w) => {
    const as = await w.user();
    const place = await room(w, as);
    const answer = success(await join(w, as, `  ${place.name.toUpperCase()} `));
    same(answer.at('already_subscribed'), { [as.id]: [place.name] }, 'already_subscribed');
  }),
  rule('SUB-4', OF, 'A private channel of others is refused, or listed on request.', async (w) => {
    const as = await w.user();
    const place = await room(w, await w.user(), { invite_only: true });
    refused(await join(w, as, place.name));
    const answer = success(await join(w, as, place.name, { authorization_errors_fatal: false }));
    same([answer.at('unauthorized'), answer.at('subscribed')], [[place.name], {}], 'the answer');
  }),
  rule('SUB-5', OF, 'When nothing was refused, the list of refused channels is empty.', async (w) => {
    const answer = success(
      await join(w, await w.user(), w.unique('new '), { authorization_errors_fatal: false }),
    );
    same(answer.at('unauthorized'), [], 'unauthorized');
  }),
  rule('SUB-6', OF, 'Owners and administrators do not enter private channels of others.', async (w) => {
    const place = await room(w, await w.user(), { invite_only: true });
    for (const as of [await w.owner(), await w.user({ role: 200 })]) refused(await join(w, as, place.name));
  }),
  rule('SUB-7', OF, 'Guests are refused whatever they send.', async (w) => {
    const guest = await w.user({ role: 600 });
    const place = await room(w, await w.user(), { others: [guest] });
    refused(await join(w, guest, place.name));
    refused(await w.ask('POST', '/users/me/subscriptions', { as: guest, form: {} }));
  }),
  refusedNew('SUB-8', 'Unknown users undo the whole request.', { principals: [999_999_999] }),
  rule('SUB-9', OF, 'Deactivated users undo the whole request.', async (w) => {
    const [gone, name] = [await w.user(), w.unique('never ')];
    success(await w.ask('DELETE', `/users/${gone.id}`, { as: await w.owner() }));
    refused(await join(w, await w.user(), name, { principals: [gone.id] }));
    same(await named(w, await w.owner(), name), undefined, 'the channel afterwards');
  }),
  rule('SUB-10', OF, 'Users are named by address too; the answer names their ids.', async (w) => {
    const [as, other, name] = [await w.user(), await w.user({ visibility: 1 }), w.unique('new ')];
    const answer = success(await join(w, as, name, { principals: [other.email.toUpperCase()] }));
    same(answer.at('subscribed'), { [other.id]: [name] }, 'subscribed');
  }),
  refusedNew('SUB-11', 'Ids and addresses are not mixed.', { principals: ['a@example.com', 5] }),
  rule('SUB-12', OF, 'A user who is named twice is subscribed once.', async (w) => {
    const [as, name] = [await w.user(), w.unique('new ')];
    const answer = success(await join(w, as, name, { principals: [as.id, as.id] }));
    same(answer.at('subscribed'), { [as.id]: [name] }, 'subscribed');
  }),
  rule('SUB-13', OF, 'An empty list of users means the caller.', async (w) => {
    const [as, name] = [await w.user(), w.unique('new ')];
    same(
      success(await join(w, as, name, { principals: [] })).at('subscribed'),
      { [as.id]: [name] },
      'subscribed',
    );
  }),
  rule('SUB-14', OF, 'A name is not blank, not too long and printable.', async (w) => {
    const as = await w.user();
    for (const name of ['', '  ', 'a'.repeat(61), 'a\u0000b', 'a\u0007', 'a\uFFFE'])
      refused(await join(w, as, name));
  }),
  rule('SUB-15', OF, 'A description has up to 1024 characters and becomes one line.', async (w) => {
    const [as, name] = [await w.user(), w.unique('new ')];
    const ask = (description: string) =>
      w.ask('POST', '/users/me/subscriptions', { as, form: { subscriptions: [{ name, description }] } });
    refused(await ask('d'.repeat(1025)));
    success(await ask('one\ntwo'));
    same((await named(w, as, name))?.['description'], 'one two', 'description');
  }),
  rule(
    'SUB-16',
    OF,
    'A private channel protects its history unless the request says otherwise.',
    async (w) => {
      const as = await w.user();
      const cases: [Item, Item][] = [
        [{ invite_only: true }, { invite_only: true, history_public_to_subscribers: false }],
        [
          { invite_only: true, history_public_to_subscribers: true },
          { invite_only: true, history_public_to_subscribers: true },
        ],
        [
          { history_public_to_subscribers: false },
          { invite_only: false, history_public_to_subscribers: true },
        ],
      ];
      for (const [form, expected] of cases) {
        const name = w.unique('new ');
        success(await join(w, as, name, form));
        const { invite_only, history_public_to_subscribers } = (await named(w, as, name)) ?? {};
        same({ invite_only, history_public_to_subscribers }, expected, 'the channel');
      }
    },
  ),
  refusedNew('SUB-17', 'A member makes no default channel.', { is_default_stream: true }),
  rule('SUB-18', OF, 'An administrator makes a default channel, but no private one.', async (w) => {
    const admin = await w.user({ role: 200 });
    const name = w.unique('new ');
    refused(await join(w, admin, name, { is_default_stream: true, invite_only: true }));
    const queue = await w.listen(admin, { event_types: ['default_streams'] });
    success(await join(w, admin, name, { is_default_stream: true }));
    const id = Number((await named(w, admin, name))?.['stream_id']);
    const [event] = await queue.events();
    holds(((event?.['default_streams'] ?? []) as number[]).includes(id), 'an event with its id', event);
    await w.ask('DELETE', '/default_streams', { as: admin, form: { stream_id: id } });
  }),
  refusedNew('SUB-19', 'A channel is not private and open to the web at once.', {
    is_web_public: true,
    invite_only: true,
  }),
  rule('SUB-20', OF, 'How long messages are kept is for owners.', async (w) => {
    const [admin, owner, name] = [await w.user({ role: 200 }), await w.owner(), w.unique('new ')];
    refused(await join(w, admin, name, { message_retention_days: 30 }), 'UNAUTHORIZED_PRINCIPAL');
    success(await join(w, owner, name, { message_retention_days: '"unlimited"' }));
    same((await named(w, owner, name))?.['message_retention_days'], -1, 'message_retention_days');
    success(await join(w, admin, w.unique('new '), { message_retention_days: '"realm_default"' }));
  }),
  rule('SUB-21', OF, 'Other words and numbers for it are named in the refusal.', async (w) => {
    const owner = await w.owner();
    for (const bad_value of [0, -1, 'forever'])
      refused(
        await join(w, owner, w.unique('new '), { message_retention_days: JSON.stringify(bad_value) }),
        'REQUEST_VARIABLE_INVALID',
        { var_name: 'message_retention_days', bad_value },
      );
  }),
  refusedNew('SUB-22', 'There are four policies of topics.', { topics_policy: 'bogus' }),
  refusedNew('SUB-23', 'A folder has to exist.', { folder_id: 999_999_999 }),
  rule('SUB-24', OF, 'Where history is protected, everyone creates topics.', async (w) => {
    const { 'role:moderators': moderators } = await groups(w);
    const answer = await join(w, await w.user(), w.unique('never '), {
      invite_only: true,
      can_create_topic_group: moderators,
    });
    refused(answer);
    same(typeof answer.at('parameters'), 'string', 'the parameters that do not fit');
  }),
  rule('SUB-25', OF, 'A member may not set the group that deletes messages, except to nobody.', async (w) => {
    const held = await groups(w);
    const as = await w.user();
    refused(await join(w, as, w.unique('never '), { can_delete_any_message_group: held['role:members'] }));
    success(await join(w, as, w.unique('new '), { can_delete_any_message_group: held['role:nobody'] }));
  }),
  rule(
    'SUB-26',
    OF,
    'A caller who may not add users is refused, even if refusals are to be listed.',
    async (w) => {
      const held = await groups(w);
      const [as, maker, other] = [await w.user(), await w.user(), await w.user()];
      const place = await room(w, maker);
      await setRealm(
        w,
        { can_add_subscribers_group: { new: held['role:nobody'] } },
        { can_add_subscribers_group: { new: held['role:members'] } },
      );
      const form = { principals: [other.id], authorization_errors_fatal: false };
      refused(await join(w, as, place.name, form));
      success(await join(w, maker, place.name, { principals: [other.id] }));
      success(await join(w, await w.user({ role: 200 }), place.name, form));
    },
  ),
  rule(
    'SUB-27',
    OF,
    'Without a request to notify users, the response does not say whether they were notified.',
    async (w) => {
      const answer = success(
        await join(w, await w.user(), w.unique('new '), { send_new_subscription_messages: false }),
      );
      same('new_subscription_messages_sent' in answer.body, false, 'the field');
    },
  ),
  rule('SUB-28', OF, 'An archived channel takes subscribers and stays archived.', async (w) => {
    const [as, maker] = [await w.user(), await w.user()];
    const place = await room(w, maker);
    success(await w.ask('DELETE', `/streams/${place.id}`, { as: maker }));
    same(success(await join(w, as, place.name)).at('subscribed'), { [as.id]: [place.name] }, 'subscribed');
    same((await named(w, as, place.name))?.['is_archived'], true, 'is_archived');
  }),
  rule(
    'SUB-29',
    OF,
    'A new public channel is published to all but guests, new subscribers to all who see it.',
    async (w) => {
      const users = await crowd(w, ['stream', 'subscription']);
      success(await join(w, users.member, w.unique('new ')));
      const kinds = (events: readonly Item[] | undefined) => (events ?? []).map(({ op }) => op);
      const heard = await users.heard();
      same(kinds(heard.member), ['create', 'add'], 'what the maker hears');
      for (const who of ['owner', 'admin'] as const)
        same(kinds(heard[who]), ['create', 'peer_add'], `what the ${who} hears`);
      same(kinds(heard.guest), [], 'what a guest hears');
    },
  ),
  rule(
    'SUB-30',
    OF,
    'A new private channel is published to administrators and its subscribers.',
    async (w) => {
      const users = await crowd(w, ['stream', 'subscription']);
      const outsider = await w.user();
      const queue = await w.listen(outsider, { event_types: ['stream', 'subscription'] });
      const form = { invite_only: true, principals: [users.member.id, users.guest.id] };
      success(await join(w, users.member, w.unique('new '), form));
      const heard = await users.heard();
      const kinds = (events: readonly Item[]) => events.map(({ op }) => op);
      same(kinds(heard.admin), ['create', 'peer_add'], 'what an administrator hears');
      same(kinds(heard.guest), ['create', 'add'], 'what the guest hears');
      same(await queue.events(), [], 'what others hear');
    },
  ),
  rule(
    'SUB-31',
    OF,
    'The event of a subscription lists the subscribers and knows no choices yet.',
    async (w) => {
      const [as, other] = [await w.user(), await w.user()];
      const place = await room(w, other);
      const queue = await w.listen(as, { event_types: ['subscription'] });
      success(await join(w, as, place.name));
      const [event] = await queue.events();
      const [subscription] = (event?.['subscriptions'] ?? []) as Item[];
      const { subscribers, subscriber_count, desktop_notifications } = subscription ?? {};
      same(
        { subscribers, subscriber_count, desktop_notifications },
        {
          subscribers: [as.id, other.id].toSorted((a, b) => a - b),
          subscriber_count: 2,
          desktop_notifications: null,
        },
        'the subscription',
      );
    },
  ),
  rule('SUB-32', OF, 'A colour is # and three to six hexadecimal digits.', async (w) => {
    const [as, name] = [await w.user(), w.unique('new ')];
    const ask = (color: string) =>
      w.ask('POST', '/users/me/subscriptions', { as, form: { subscriptions: [{ name, color }] } });
    refused(await ask('#0g0g0g'));
    success(await ask('#afafaf'));
    const [mine] = items(await stateOf(w, as, 'subscription'), 'subscriptions').filter(
      (channel) => channel['name'] === name,
    );
    same(mine?.['color'], '#afafaf', 'color');
  }),
  rule('SUB-33', OF, 'Booleans are those of JSON, and the channels are required.', async (w) => {
    const as = await w.user();
    refused(await join(w, as, w.unique('never '), { announce: 'True' }));
    lacking(await w.ask('POST', '/users/me/subscriptions', { as, form: {} }), 'subscriptions');
  }),
  rule('SUB-34', OF, 'Parameters that does not exist are named.', async (w) => {
    const answer = success(await join(w, await w.user(), w.unique('new '), { colour: 'red' }));
    same(answer.at('ignored_parameters_unsupported'), ['colour'], 'ignored_parameters_unsupported');
  }),
  rule('SUB-35', OF, 'Settings for new channels leave existing ones as they are.', async (w) => {
    const [as, maker] = [await w.user(), await w.user()];
    const place = await room(w, maker);
    success(await join(w, as, place.name, { invite_only: true }));
    same((await named(w, as, place.name))?.['invite_only'], false, 'invite_only');
  }),
  rule('SUB-36', OF, 'The maker administers the new channel, unless others are named.', async (w) => {
    const held = await groups(w);
    const [as, name, second] = [await w.user(), w.unique('new '), w.unique('new ')];
    success(await join(w, as, name));
    same(
      (await named(w, as, name))?.['can_administer_channel_group'],
      { direct_members: [as.id], direct_subgroups: [] },
      'can_administer_channel_group',
    );
    success(await join(w, as, second, { can_administer_channel_group: held['role:moderators'] }));
    same(
      (await named(w, as, second))?.['can_administer_channel_group'],
      held['role:moderators'],
      'can_administer_channel_group',
    );
  }),
  rule('SUB-37', OF, 'A list of one group is that group; an empty list is nobody.', async (w) => {
    const held = await groups(w);
    const [as, name] = [await w.user(), w.unique('new ')];
    const form = {
      can_remove_subscribers_group: { direct_members: [], direct_subgroups: [held['role:members']] },
      can_send_message_group: { direct_members: [], direct_subgroups: [] },
    };
    success(await join(w, as, name, form));
    const { can_remove_subscribers_group, can_send_message_group } = (await named(w, as, name)) ?? {};
    same(
      [can_remove_subscribers_group, can_send_message_group],
      [held['role:members'], held['role:nobody']],
      'both permissions',
    );
  }),
  rule('SUB-38', OF, 'An empty list of channels is fine and changes nothing.', async (w) => {
    const as = await w.user();
    const answer = success(
      await w.ask('POST', '/users/me/subscriptions', { as, form: { subscriptions: [] } }),
    );
    same([answer.at('subscribed'), answer.at('already_subscribed')], [{}, {}], 'both lists');
  }),
  rule('SUB-39', OF, 'A caller who may not create channels of a kind is refused.', async (w) => {
    const held = await groups(w);
    const [nobody, members] = [{ new: held['role:nobody'] }, { new: held['role:members'] }];
    await setRealm(
      w,
      { can_create_public_channel_group: nobody, can_create_private_channel_group: nobody },
      { can_create_public_channel_group: members, can_create_private_channel_group: members },
    );
    const as = await w.user();
    refused(await join(w, as, w.unique('never ')));
    refused(await join(w, as, w.unique('never '), { invite_only: true }));
  }),
];
