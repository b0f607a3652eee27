import { PNG } from '@parley/test-support/pictures.ts';
import { holds, numberAt, plain, refused, same, success, textAt, type Item } from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { addField, dummyAddress, PASSWORD, userSeenBy } from '@parley/rules/steps/common.ts';
import type { Answer, Credentials } from '@parley/rules/wire.ts';
import type { World } from '@parley/rules/world.ts';

const GET = 'get-user-by-email';
const BY_ID = 'update-user';
const BY_EMAIL = 'update-user-by-email';

async function userAt(w: World, as: Credentials, email: string, query: Item = {}): Promise<Item> {
  const path = `/users/${encodeURIComponent(email)}`;
  return success(await w.ask('GET', path, { as, query })).at('user') as Item;
}

function updateAt(w: World, as: Credentials, email: string, form: Item): Promise<Answer> {
  return w.ask('PATCH', `/users/${encodeURIComponent(email)}`, { as, form });
}

/** The outgoing and embedded kinds need a service. */
const BOTS: readonly (readonly [id: string, type: number, kind: string, extra: Item])[] = [
  ['SPU-8', 1, 'a generic bot', {}],
  ['SPU-9', 2, 'an incoming webhook', {}],
  ['SPU-10', 3, 'an outgoing webhook', { payload_url: '"https://hooks.example.com/x"', interface_type: 1 }],
  ['SPU-11', 4, 'an embedded bot', { service_name: 'converter' }],
];

const ROLES: readonly (readonly [id: string, from: number, role: number, name: string])[] = [
  ['SPU-20', 400, 100, 'an owner'],
  ['SPU-21', 400, 200, 'an administrator'],
  ['SPU-22', 400, 300, 'a moderator'],
  ['SPU-23', 300, 400, 'a member'],
  ['SPU-24', 400, 600, 'a guest'],
];

const WITHOUT_RIGHTS: readonly (readonly [id: string, role: number, name: string])[] = [
  ['25', 300, 'moderator'],
  ['26', 400, 'member'],
  ['27', 600, 'guest'],
];

async function nameOf(w: World, { id }: Pick<User, 'id'>): Promise<unknown> {
  return (await userSeenBy(w, await w.owner(), id))['full_name'];
}

export const specificationUserRules: readonly Rule[] = [
  rule('SPU-1', GET, '`user_id` is an integer and differs between two users.', async (w) => {
    const [one, two] = [await w.user(), await w.user()];
    const ids = [];
    for (const { email } of [one, two]) ids.push((await userAt(w, one, email))['user_id']);
    same(ids, [one.id, two.id], 'the ids');
    holds(ids.every(Number.isInteger) && ids[0] !== ids[1], 'two integers', ids);
  }),
  rule('SPU-2', GET, '`delivery_email` is present for every role, as an address or as null.', async (w) => {
    const hidden = await w.user({ visibility: 3 });
    const address = await dummyAddress(w, hidden);
    for (const [role, expected] of [
      [100, hidden.email],
      [200, hidden.email],
      [300, null],
      [400, null],
      [600, null],
    ] as const) {
      const shownUser = await userAt(w, await w.user({ role }), address);
      holds('delivery_email' in shownUser, 'the field delivery_email', shownUser);
      same(shownUser['delivery_email'], expected, `delivery_email for role ${role}`);
    }
  }),
  rule('SPU-3', GET, '`delivery_email` of a bot is set for every role.', async (w) => {
    const bot = await w.bot(await w.user());
    for (const role of [100, 200, 300, 400, 600])
      same(
        (await userAt(w, await w.user({ role }), bot.email))['delivery_email'],
        bot.email,
        `delivery_email for role ${role}`,
      );
  }),
  rule('SPU-4', GET, '`email` does not depend on the requester.', async (w) => {
    const hidden = await w.user({ visibility: 3 });
    const address = await dummyAddress(w, hidden);
    for (const role of [100, 200, 400, 600])
      same((await userAt(w, await w.user({ role }), address))['email'], address, `email for role ${role}`);
  }),
  rule('SPU-5', GET, '`full_name` is the display name, with every character of it.', async (w) => {
    const name = `${w.unique('Zoë ')} Ångström-O’Neill 世界`;
    const { email } = await w.user({ name });
    same((await userAt(w, await w.owner(), email))['full_name'], name, 'full_name');
  }),
  rule(
    'SPU-6',
    GET,
    '`date_joined` of an account that the API created is its time of creation.',
    async (w) => {
      const owner = await w.owner();
      const email = `${w.unique('joined')}@example.com`;
      const form = { email, password: PASSWORD, full_name: w.unique('Joined ') };
      const id = numberAt(success(await w.ask('POST', '/users', { as: owner, form })), 'user_id');
      w.later(() => w.ask('DELETE', `/users/${id}`, { as: owner }));
      const joined = String((await userSeenBy(w, owner, id))['date_joined']);
      holds(/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(joined), 'an ISO 8601 time', joined);
      const age = Date.now() - Date.parse(joined);
      holds(age > -60_000 && age < 180_000, 'a time within the last minutes', joined);
    },
  ),
  rule(
    'SPU-7',
    GET,
    '`is_active` is true, false after deactivation, and true after reactivation.',
    async (w) => {
      const [owner, user] = [await w.owner(), await w.user()];
      const isActive = async () => (await userAt(w, owner, user.email))['is_active'];
      same(await isActive(), true, 'is_active at first');
      plain(await w.ask('DELETE', `/users/${user.id}`, { as: owner }));
      same(await isActive(), false, 'is_active after deactivation');
      plain(await w.ask('POST', `/users/${user.id}/reactivate`, { as: owner }));
      same(await isActive(), true, 'is_active after reactivation');
    },
  ),
  ...BOTS.map(([id, type, kind, extra]) =>
    rule(id, GET, `\`bot_type\` of ${kind} is ${type}.`, async (w) => {
      const owner = await w.owner();
      const name = w.unique('bot');
      const form = { short_name: name, full_name: `Bot ${name}`, bot_type: type, ...extra };
      const made = numberAt(success(await w.ask('POST', '/bots', { as: owner, form })), 'user_id');
      w.later(() => w.ask('DELETE', `/bots/${made}`, { as: owner }));
      const { email } = await userSeenBy(w, owner, made);
      const shownUser = await userAt(w, await w.user({ role: 600 }), String(email));
      same([shownUser['is_bot'], shownUser['bot_type']], [true, type], 'is_bot and bot_type');
    }),
  ),
  rule('SPU-12', GET, '`bot_owner_id` of a bot without an owner is null.', async (w) => {
    const bot = await w.bot(await w.owner());
    await w.own().removeOwner(bot);
    const shownUser = await userAt(w, await w.owner(), bot.email);
    holds('bot_owner_id' in shownUser, 'the field bot_owner_id', shownUser);
    same([shownUser['bot_type'], shownUser['bot_owner_id']], [1, null], 'bot_type and bot_owner_id');
  }),
  rule('SPU-13', GET, '`timezone` of a new user is the empty string.', async (w) => {
    same((await userAt(w, await w.owner(), (await w.user()).email))['timezone'], '', 'timezone');
  }),
  rule('SPU-14', GET, '`timezone` is the IANA zone that the user chose.', async (w) => {
    const user = await w.user();
    for (const timezone of ['America/Argentina/Buenos_Aires', 'Asia/Kolkata']) {
      success(await w.ask('PATCH', '/settings', { as: user, form: { timezone } }));
      same((await userAt(w, await w.user(), user.email))['timezone'], timezone, 'timezone');
    }
  }),
  rule('SPU-15', GET, '`avatar_url` of an uploaded picture is a string for every client.', async (w) => {
    const user = await w.user();
    const files = [{ name: 'picture', content: PNG }];
    const before = (await userAt(w, user, user.email))['avatar_version'];
    const url = textAt(success(await w.ask('POST', '/users/me/avatar', { as: user, files })), 'avatar_url');
    for (const client_gravatar of [true, false]) {
      const shownUser = await userAt(w, await w.owner(), user.email, { client_gravatar });
      same(
        [shownUser['avatar_url'], shownUser['avatar_version']],
        [url, Number(before) + 1],
        'picture and version',
      );
    }
  }),
  rule('SPU-16', GET, '`is_imported_stub` of an unclaimed imported account is true.', async (w) => {
    const user = await w.user();
    await w.own().mark(user, 'is_imported_stub');
    same((await userAt(w, await w.owner(), user.email))['is_imported_stub'], true, 'is_imported_stub');
  }),
  rule('SPU-17', GET, '`is_deleted` is true for a deleted user, who is also inactive.', async (w) => {
    const [owner, user] = [await w.owner(), await w.user()];
    plain(await w.ask('DELETE', `/users/${user.id}`, { as: owner }));
    holds(!('is_deleted' in (await userAt(w, owner, user.email))), 'no is_deleted', 'one');
    await w.own().mark(user, 'is_deleted');
    const shownUser = await userAt(w, owner, user.email);
    same([shownUser['is_deleted'], shownUser['is_active']], [true, false], 'is_deleted and is_active');
  }),
  rule(
    'SPU-18',
    GET,
    '`rendered_value` is present for short and long text and for no other type.',
    async (w) => {
      const [owner, user] = [await w.owner(), await w.user()];
      const kinds: readonly (readonly [Item, unknown, boolean])[] = [
        [{ field_type: 1 }, 'a', true],
        [{ field_type: 2 }, 'b', true],
        [{ field_type: 3, field_data: { k: { text: 'Text', order: '1' } } }, 'k', false],
        [{ field_type: 4 }, '2001-02-03', false],
        [{ field_type: 5 }, 'https://example.com/', false],
        [{ field_type: 6 }, [owner.id], false],
        [{ field_type: 8 }, 'they', false],
      ];
      const ids: number[] = [];
      for (const [field] of kinds) ids.push(await addField(w, field));
      const profile_data = kinds.map(([, value], n) => ({ id: ids[n], value }));
      plain(await w.ask('PATCH', `/users/${user.id}`, { as: owner, form: { profile_data } }));
      const shownUser = await userAt(w, owner, user.email, { include_custom_profile_fields: true });
      const data = shownUser['profile_data'] as Readonly<Record<string, Item>>;
      same(
        ids.map((id) => 'rendered_value' in (data[String(id)] ?? {})),
        kinds.map(([, , isRendered]) => isRendered),
        'which values are rendered',
      );
    },
  ),
  rule(
    'SPU-19',
    GET,
    '`avatar_url` is left out of a registration only for clients that allow it.',
    async (w) => {
      const as = await w.user();
      const users = async (capabilities: Item) => {
        const client_capabilities = { notification_settings_null: true, ...capabilities };
        const form = { fetch_event_types: ['realm_user'], event_types: [], client_capabilities };
        return success(await w.ask('POST', '/register', { as, form })).at('realm_users') as Item[];
      };
      for (const shownUser of await users({}))
        holds('avatar_url' in shownUser, 'the field avatar_url', shownUser);
      for (const { avatar_url = null } of await users({ user_avatar_url_field_optional: true }))
        holds(
          avatar_url === null || typeof avatar_url === 'string',
          'a string, null or no field',
          avatar_url,
        );
    },
  ),
  ...ROLES.map(([id, from, role, name]) =>
    rule(id, BY_ID, `An owner makes a user ${name} with the role ${role}.`, async (w) => {
      const [owner, user] = [await w.owner(), await w.user({ role: from })];
      plain(await w.ask('PATCH', `/users/${user.id}`, { as: owner, form: { role } }));
      const shownUser = await userAt(w, owner, user.email);
      same(
        [shownUser['role'], shownUser['is_owner'], shownUser['is_admin'], shownUser['is_guest']],
        [role, role === 100, role <= 200, role === 600],
        'role and flags',
      );
    }),
  ),
  ...WITHOUT_RIGHTS.flatMap(([number, role, name]) => [
    rule(`SPU-${number}`, BY_ID, `A ${name} may not update a user by id.`, async (w) => {
      const [as, target] = [await w.user({ role }), await w.user()];
      for (const form of [{ full_name: w.unique('New ') }, { role: 300 }, { profile_data: [] }])
        refused(await w.ask('PATCH', `/users/${target.id}`, { as, form }));
      same(await nameOf(w, target), target.name, 'full_name');
    }),
    rule(`SPU-${Number(number) + 5}`, BY_EMAIL, `A ${name} may not update a user by address.`, async (w) => {
      const [as, target] = [await w.user({ role }), await w.user()];
      for (const address of [target.email, await dummyAddress(w, target)])
        refused(await updateAt(w, as, address, { full_name: w.unique('New ') }));
      same(await nameOf(w, target), target.name, 'full_name');
    }),
  ]),
  rule('SPU-28', BY_ID, 'An administrator may change name, role and profile of a member.', async (w) => {
    const [admin, user] = [await w.user({ role: 200 }), await w.user()];
    const id = await addField(w);
    const form = { full_name: w.unique('New '), role: 300, profile_data: [{ id, value: 'x' }] };
    plain(await w.ask('PATCH', `/users/${user.id}`, { as: admin, form }));
    const shownUser = await userSeenBy(w, admin, user.id, { include_custom_profile_fields: true });
    const data = shownUser['profile_data'] as Readonly<Record<string, Item>>;
    same(
      [shownUser['full_name'], shownUser['role'], data[String(id)]?.['value']],
      [form.full_name, 300, 'x'],
      'name, role and value',
    );
  }),
  rule('SPU-29', BY_ID, 'A change of the name alone leaves role and profile as they are.', async (w) => {
    const [owner, user] = [await w.owner(), await w.user({ role: 300 })];
    const id = await addField(w);
    const path = `/users/${user.id}`;
    plain(await w.ask('PATCH', path, { as: owner, form: { profile_data: [{ id, value: 'kept' }] } }));
    plain(await w.ask('PATCH', path, { as: owner, form: { full_name: w.unique('New ') } }));
    const shownUser = await userSeenBy(w, owner, user.id, { include_custom_profile_fields: true });
    const data = shownUser['profile_data'] as Readonly<Record<string, Item>>;
    same([shownUser['role'], data[String(id)]?.['value']], [300, 'kept'], 'role and value');
  }),
  rule(
    'SPU-33',
    BY_EMAIL,
    '`profile_data` sets and clears values of the user with the address.',
    async (w) => {
      const [owner, user] = [await w.owner(), await w.user()];
      const id = await addField(w);
      const value = async () => {
        const shownUser = await userAt(w, owner, user.email, { include_custom_profile_fields: true });
        return (shownUser['profile_data'] as Readonly<Record<string, Item>>)[String(id)]?.['value'];
      };
      plain(await updateAt(w, owner, user.email, { profile_data: [{ id, value: 'x' }] }));
      same(await value(), 'x', 'the value');
      plain(await updateAt(w, owner, user.email, { profile_data: [{ id, value: null }] }));
      same(await value(), undefined, 'the value after clearing');
    },
  ),
  rule('SPU-34', BY_EMAIL, '`new_email` needs an owner with the special permission.', async (w) => {
    const [owner, user] = [await w.owner(), await w.user()];
    const form = { new_email: `${w.unique('new')}@example.com` };
    w.own();
    refused(await updateAt(w, owner, user.email, form));
    await w.own().grant(owner, 'can_change_user_emails');
    plain(await updateAt(w, owner, user.email, form));
    same((await userSeenBy(w, owner, user.id))['delivery_email'], form.new_email, 'delivery_email');
  }),
  rule(
    'SPU-35',
    BY_EMAIL,
    'Only an owner removes the owner role, and never from the only owner.',
    async (w) => {
      const [owner, second, admin] = [
        await w.owner(),
        await w.user({ role: 100 }),
        await w.user({ role: 200 }),
      ];
      w.own();
      refused(await updateAt(w, admin, second.email, { role: 400 }), 'UNAUTHORIZED_PRINCIPAL');
      plain(await updateAt(w, owner, second.email, { role: 400 }));
      refused(await updateAt(w, owner, owner.email, { role: 200 }));
    },
  ),
  rule('SPU-36', BY_EMAIL, 'A role outside the five is refused.', async (w) => {
    const { email } = await w.user();
    for (const role of [0, 150, 500, 601]) refused(await updateAt(w, await w.owner(), email, { role }));
  }),
];
