import { leave, room } from '@parley/rules/steps/channels.ts';
import { holds, items, plain, refused, same, success, type Item } from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { during, setRealm, stateOf, userSeenBy } from '@parley/rules/steps/common.ts';
import type { World } from '@parley/rules/world.ts';

const OF = 'access';

const CAPABLE = {
  client_capabilities: { notification_settings_null: true, user_list_incomplete: true },
};

/** From now on guests see only users with whom they share something. */
async function hideUsersFromGuests(w: World): Promise<void> {
  w.own();
  const groups = items(await stateOf(w, await w.owner(), 'realm_user_groups'), 'realm_user_groups');
  const members = groups.find(({ name }) => name === 'role:members')?.['id'];
  await setRealm(w, { can_access_all_users_group: { new: members } }, {});
}

async function registeredUsers(w: World, as: User, user_list_incomplete: boolean): Promise<readonly Item[]> {
  const client_capabilities = { notification_settings_null: true, user_list_incomplete };
  const form = { fetch_event_types: ['realm_user'], client_capabilities };
  return items(success(await w.ask('POST', '/register', { as, form })), 'realm_users');
}

async function consent(w: World): Promise<void> {
  const other = await w.user();
  plain(await w.ask('PATCH', '/settings', { as: other, form: { allow_private_data_export: true } }));
}

export const accessRules: readonly Rule[] = [
  rule('ACC-1', OF, 'A guest to whom users are hidden lists only oneself.', async (w) => {
    await hideUsersFromGuests(w);
    const [guest] = [await w.user({ role: 600 }), await w.user()];
    const ids = items(success(await w.ask('GET', '/users', { as: guest })), 'members').map(
      (one) => one['user_id'],
    );
    same(ids, [guest.id], 'the ids');
  }),
  rule('ACC-2', OF, 'A hidden user is refused for a guest like an unknown one.', async (w) => {
    await hideUsersFromGuests(w);
    const [guest, other] = [await w.user({ role: 600 }), await w.user()];
    const [hidden, unknown] = [
      await w.ask('GET', `/users/${other.id}`, { as: guest }),
      await w.ask('GET', '/users/999999999', { as: guest }),
    ];
    refused(hidden);
    same([hidden.status, hidden.body], [unknown.status, unknown.body], 'status and body');
  }),
  rule(
    'ACC-3',
    OF,
    'An older client of such a guest gets placeholders that tell nothing about the users.',
    async (w) => {
      await hideUsersFromGuests(w);
      const [guest, other] = [await w.user({ role: 600 }), await w.user({ role: 300 })];
      const stub = (await registeredUsers(w, guest, false)).find((one) => one['user_id'] === other.id) ?? {};
      same(
        [stub['role'], stub['delivery_email'], stub['timezone'], stub['avatar_version'], stub['is_bot']],
        [400, null, '', 1, false],
        'the placeholder',
      );
      holds(
        !JSON.stringify(stub).includes(other.name) && !JSON.stringify(stub).includes(other.email),
        'neither name nor address',
        stub,
      );
      same(String(stub['date_joined']).slice(0, 10), '1970-01-01', 'the day of joining');
    },
  ),
  rule('ACC-4', OF, 'A client that can do without the hidden users does not get them.', async (w) => {
    await hideUsersFromGuests(w);
    const [guest] = [await w.user({ role: 600 }), await w.user()];
    same(
      (await registeredUsers(w, guest, true)).map((one) => one['user_id']),
      [guest.id],
      'the ids',
    );
  }),
  rule('ACC-5', OF, 'A guest receives nothing about hidden users.', async (w) => {
    await hideUsersFromGuests(w);
    const [owner, guest, other] = [await w.owner(), await w.user({ role: 600 }), await w.user()];
    const rename = async () =>
      plain(await w.ask('PATCH', `/users/${other.id}`, { as: owner, form: { full_name: w.unique('New ') } }));
    same(await during(w, guest, ['realm_user'], rename), [], 'the events');
  }),
  rule('ACC-6', OF, 'A member sees everybody all the same.', async (w) => {
    await hideUsersFromGuests(w);
    const [member, other] = [await w.user(), await w.user()];
    same((await userSeenBy(w, member, other.id))['full_name'], other.name, 'full_name');
  }),
  rule(
    'ACC-7',
    OF,
    'An open queue follows a new role: a new administrator receives events for administrators.',
    async (w) => {
      const [owner, user] = [await w.owner(), await w.user()];
      const queue = await w.listen(user, { event_types: ['realm_export_consent'], fetch_event_types: [] });
      await consent(w);
      same(await queue.events(), [], 'the events of a member');
      plain(await w.ask('PATCH', `/users/${user.id}`, { as: owner, form: { role: 200 } }));
      await consent(w);
      same((await queue.events()).length, 1, 'the number of events of an administrator');
    },
  ),
  rule('ACC-8', OF, 'An open queue follows a lost role at once.', async (w) => {
    const [owner, user] = [await w.owner(), await w.user({ role: 200 })];
    const queue = await w.listen(user, { event_types: ['realm_export_consent'], fetch_event_types: [] });
    plain(await w.ask('PATCH', `/users/${user.id}`, { as: owner, form: { role: 400 } }));
    await consent(w);
    same(await queue.events(), [], 'the events');
  }),
  rule('ACC-9', OF, 'An event from before a promotion is not delivered after it.', async (w) => {
    const [owner, user] = [await w.owner(), await w.user()];
    const queue = await w.listen(user, { event_types: ['realm_export_consent'], fetch_event_types: [] });
    await consent(w);
    plain(await w.ask('PATCH', `/users/${user.id}`, { as: owner, form: { role: 200 } }));
    same(await queue.events(), [], 'the events');
  }),
  rule('ACC-10', OF, 'Bots are published as bots only to their owner and to administrators.', async (w) => {
    const [owner, other] = [await w.user(), await w.user()];
    const bot = await w.bot(owner);
    const bots = async (as: User) =>
      items(await stateOf(w, as, 'realm_bot'), 'realm_bots').map((one) => one['user_id']);
    holds((await bots(owner)).includes(bot.id), 'the bot for its owner', await bots(owner));
    holds((await bots(await w.user({ role: 200 }))).includes(bot.id), 'the bot for an administrator', 'none');
    same(await bots(other), [], 'the bots for another member');
  }),
  rule('ACC-11', OF, 'A bot that may create users is in the hands of owners only.', async (w) => {
    const [owner, admin] = [await w.owner(), await w.user({ role: 200 })];
    const bot = await w.bot(owner);
    await w.own().grant(bot, 'can_create_users');
    const form = { full_name: w.unique('Bot ') };
    refused(await w.ask('PATCH', `/bots/${bot.id}`, { as: admin, form }), 'UNAUTHORIZED_PRINCIPAL');
    refused(await w.ask('GET', `/bots/${bot.id}/api_key`, { as: admin }), 'UNAUTHORIZED_PRINCIPAL');
    success(await w.ask('PATCH', `/bots/${bot.id}`, { as: owner, form }));
  }),
  rule('ACC-12', OF, 'No answer and no event holds the key of another user.', async (w) => {
    const [owner, user] = [await w.owner(), await w.user()];
    const bot = await w.bot(user);
    const queue = await w.listen(owner, {});
    await w.bot(user);
    const texts = [
      queue.registered.text,
      JSON.stringify(await queue.events()),
      (await w.ask('GET', '/users', { as: owner })).text,
    ];
    for (const text of texts)
      for (const key of [user.key, bot.key, owner.key]) holds(!text.includes(key), 'no key', 'one');
  }),
  rule('ACC-13', OF, 'The state of a registration contains no user of another organization.', async (w) => {
    const foreign = await (await w.neighbour()).owner();
    const { text } = success(await w.ask('POST', '/register', { as: await w.owner() }));
    holds(!text.includes(foreign.email), 'no foreign address', foreign.email);
  }),
  rule('ACC-14', OF, 'Such a guest sees those with whom a channel is shared, for as long.', async (w) => {
    await hideUsersFromGuests(w);
    const [guest, other] = [await w.user({ role: 600 }), await w.user()];
    const meeting = await room(w, other, { others: [guest] });
    same((await userSeenBy(w, guest, other.id))['full_name'], other.name, 'full_name');
    const listed = (await registeredUsers(w, guest, true)).map((one) => one['user_id']);
    holds(listed.includes(other.id), 'the other at registration', listed);
    success(await leave(w, other, meeting));
    refused(await w.ask('GET', `/users/${other.id}`, { as: guest }));
  }),
  rule(
    'ACC-15',
    OF,
    'The guest receives users who become visible, and the removal of users who become hidden.',
    async (w) => {
      await hideUsersFromGuests(w);
      const [owner, guest, other] = [await w.owner(), await w.user({ role: 600 }), await w.user()];
      const meeting = await room(w, owner, { others: [guest] });
      const form = { subscriptions: [{ name: meeting.name }] };
      const come = async () => success(await w.ask('POST', '/users/me/subscriptions', { as: other, form }));
      const about = (events: readonly Item[]) =>
        events.map(({ op, person }) => [op, (person as Item)['user_id'], (person as Item)['full_name']]);
      const seen = about(await during(w, guest, ['realm_user'], come, CAPABLE));
      same(seen, [['add', other.id, other.name]], 'the events of coming');
      const gone = await during(w, guest, ['realm_user'], () => leave(w, other, meeting), CAPABLE);
      same(
        gone.map(({ op, person }) => [op, (person as Item)['user_id']]),
        [['remove', other.id]],
        'the events of leaving',
      );
      holds(!JSON.stringify(gone).includes(other.name), 'no name', gone);
    },
  ),
  rule('ACC-16', OF, 'An older client gets a placeholder again for who leaves its sight.', async (w) => {
    await hideUsersFromGuests(w);
    const [guest, other] = [await w.user({ role: 600 }), await w.user()];
    const meeting = await room(w, other, { others: [guest] });
    const events = await during(w, guest, ['realm_user'], () => leave(w, other, meeting));
    same(
      events.map(({ op, person }) => [op, (person as Item)['user_id']]),
      [
        ['remove', other.id],
        ['add', other.id],
      ],
      'the events',
    );
    holds(!JSON.stringify(events).includes(other.name), 'no name', events);
  }),
  rule(
    'ACC-17',
    OF,
    'A user who writes directly to such a guest becomes visible before the message.',
    async (w) => {
      await hideUsersFromGuests(w);
      const [guest, other] = [await w.user({ role: 600 }), await w.user()];
      const form = { type: 'direct', to: [guest.id], content: 'hello' };
      const write = async () => success(await w.ask('POST', '/messages', { as: other, form }));
      const events = await during(w, guest, ['realm_user', 'message'], write);
      same(
        events.map(({ type }) => type),
        ['realm_user', 'message'],
        'the events',
      );
      same((events[0]?.['person'] as Item | undefined)?.['full_name'], other.name, 'full_name');
      same(
        (events[1]?.['message'] as Item | undefined)?.['sender_full_name'],
        other.name,
        'sender_full_name',
      );
      success(await w.ask('GET', `/users/${other.id}`, { as: guest }));
    },
  ),
  rule('ACC-18', OF, 'An archived channel makes no user visible to such a guest.', async (w) => {
    await hideUsersFromGuests(w);
    const [guest, other] = [await w.user({ role: 600 }), await w.user()];
    const meeting = await room(w, other, { others: [guest] });
    success(await w.ask('GET', `/users/${other.id}`, { as: guest }));
    success(await w.ask('DELETE', `/streams/${meeting.id}`, { as: await w.owner() }));
    refused(await w.ask('GET', `/users/${other.id}`, { as: guest }));
  }),
  rule(
    'ACC-19',
    OF,
    'A user who wrote in a channel without subscribing stays unknown to such a guest.',
    async (w) => {
      await hideUsersFromGuests(w);
      const [owner, guest, other] = [await w.owner(), await w.user({ role: 600 }), await w.user()];
      const meeting = await room(w, owner, { others: [guest] });
      const form = { type: 'channel', to: meeting.id, topic: 'tea', content: 'hello' };
      const write = async () => success(await w.ask('POST', '/messages', { as: other, form }));
      const events = await during(w, guest, ['message'], write);
      same(events.length, 1, 'the number of events');
      const query = { anchor: 'newest', num_before: 1, num_after: 0 };
      const fetched = success(await w.ask('GET', '/messages', { as: guest, query }));
      for (const text of [JSON.stringify(events), fetched.text])
        holds(!text.includes(other.name) && !text.includes(other.email), 'neither name nor address', text);
    },
  ),
];
