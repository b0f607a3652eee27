import {
  holds,
  items,
  lacking,
  plain,
  refused,
  same,
  success,
  textAt,
  type Item,
} from '@parley/rules/expect.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { crowd, during, userSeenBy } from '@parley/rules/steps/common.ts';
import type { Credentials } from '@parley/rules/wire.ts';
import type { World } from '@parley/rules/world.ts';

const LIST = 'get-bots';
const CREATE = 'create-bot';
const UPDATE = 'update-bot';
const DELETE = 'delete-bot';
const KEY = 'get-bot-api-key';
const RENEW = 'regenerate-bot-api-key';

function create(w: World, as: Credentials, changes: Item = {}) {
  const name = w.unique('b');
  return w.ask('POST', '/bots', { as, form: { short_name: name, full_name: `Bot ${name}`, ...changes } });
}

export const botRules: readonly Rule[] = [
  rule('BOT-1', CREATE, 'A member creates a bot and learns its id, key and picture.', async (w) => {
    const answer = success(await create(w, await w.user()));
    holds(/^[A-Za-z0-9]{32}$/.test(textAt(answer, 'api_key')), 'a key', answer.body);
    same(
      [typeof answer.at('user_id'), typeof answer.at('avatar_url')],
      ['number', 'string'],
      'the types of id and picture',
    );
    same(
      [
        answer.at('default_sending_stream'),
        answer.at('default_events_register_stream'),
        answer.at('default_all_public_streams'),
      ],
      [null, null, false],
      'the defaults',
    );
  }),
  rule(
    'BOT-2',
    CREATE,
    'The address of a bot is its short name, `-bot` and the domain of bots.',
    async (w) => {
      const member = await w.user();
      const short_name = w.unique('b');
      const id = Number(success(await create(w, member, { short_name })).at('user_id'));
      holds(
        String((await userSeenBy(w, member, id))['email']).startsWith(`${short_name}-bot@`),
        `${short_name}-bot@…`,
        await userSeenBy(w, member, id),
      );
    },
  ),
  rule(
    'BOT-3',
    CREATE,
    'A bot belongs to its creator, is a member and is generic unless stated otherwise.',
    async (w) => {
      const member = await w.user();
      const shownUser = await userSeenBy(w, member, (await w.bot(member)).id);
      same(
        [shownUser['bot_owner_id'], shownUser['role'], shownUser['bot_type']],
        [member.id, 400, 1],
        'owner, role and type',
      );
    },
  ),
  rule('BOT-4', CREATE, 'Guests cannot create bots, and bots cannot either.', async (w) => {
    refused(await create(w, await w.user({ role: 600 })));
    refused(await create(w, await w.bot(await w.owner())));
  }),
  rule('BOT-5', CREATE, 'A short name and a name are required.', async (w) => {
    const as = await w.owner();
    lacking(await w.ask('POST', '/bots', { as, form: { short_name: 'x' } }), 'full_name');
    lacking(await w.ask('POST', '/bots', { as, form: { full_name: 'X' } }), 'short_name');
  }),
  rule('BOT-6', CREATE, 'A short name that cannot be part of an address is refused.', async (w) => {
    for (const short_name of ['', '   ', 'a b', 'a@b'])
      refused(await create(w, await w.owner(), { short_name }));
  }),
  rule('BOT-7', CREATE, 'The name of a bot follows the rules of names.', async (w) => {
    refused(await create(w, await w.owner(), { full_name: 'a*b' }));
  }),
  rule('BOT-8', CREATE, 'A short name that is taken is refused.', async (w) => {
    const short_name = w.unique('b');
    success(await create(w, await w.owner(), { short_name }));
    refused(await create(w, await w.owner(), { short_name }));
  }),
  rule('BOT-9', CREATE, 'The exact name of an active account is refused.', async (w) => {
    const user = await w.user();
    refused(await create(w, await w.owner(), { full_name: user.name }));
  }),
  rule('BOT-10', CREATE, 'A type of bot is one of four.', async (w) => {
    for (const bot_type of [0, 5, '"1"']) refused(await create(w, await w.owner(), { bot_type }));
  }),
  rule(
    'BOT-11',
    CREATE,
    'The owner and administrators receive the bot as a bot; everyone receives it as a user.',
    async (w) => {
      const users = await crowd(w, ['realm_user', 'realm_bot']);
      const id = Number(success(await create(w, users.member)).at('user_id'));
      const heard = await users.heard();
      const kinds = (events: readonly Item[]) =>
        events.map(({ type, op }) => `${String(type)}/${String(op)}`).toSorted();
      same(kinds(heard.guest), ['realm_user/add'], 'the events of the guest');
      for (const name of ['member', 'admin', 'owner'] as const)
        same(kinds(heard[name]), ['realm_bot/add', 'realm_user/add'], `the events of the ${name}`);
      const bot = heard.member.find(({ type }) => type === 'realm_bot')?.['bot'] as Item;
      same([bot['user_id'], bot['services']], [id, []], 'the bot');
    },
  ),
  rule(
    'BOT-12',
    CREATE,
    'An outgoing bot has a service with an address, an interface and a token.',
    async (w) => {
      const owner = await w.owner();
      const form = { bot_type: 3, payload_url: '"https://example.com/hook"', interface_type: 2 };
      const events = await during(w, owner, ['realm_bot'], async () => success(await create(w, owner, form)));
      const bot = (events[0] ?? {})['bot'] as { services: Item[] };
      const [service = {}] = bot.services;
      same(
        [service['base_url'], service['interface'], typeof service['token']],
        ['https://example.com/hook', 2, 'string'],
        'the service',
      );
    },
  ),
  rule('BOT-13', CREATE, 'The permission to create bots can be taken away.', async (w) => {
    w.own();
    const owner = await w.owner();
    const state = await w.ask('POST', '/register', {
      as: owner,
      form: { fetch_event_types: ['realm_user_groups'] },
    });
    const group = (state.at('realm_user_groups') as Item[]).find(
      ({ name }) => name === 'role:administrators',
    )?.['id'];
    const form = { can_create_bots_group: { new: group } };
    success(await w.ask('PATCH', '/realm', { as: owner, form }));
    const member = await w.user();
    refused(await create(w, member));
    success(await create(w, member, { bot_type: 2 }));
    success(await create(w, owner));
  }),
  rule('BOT-14', LIST, 'A user lists the own active bots with their keys, the oldest first.', async (w) => {
    const member = await w.user();
    const [one, two, gone] = [await w.bot(member), await w.bot(member), await w.bot(member)];
    await w.bot(await w.owner());
    plain(await w.ask('DELETE', `/bots/${gone.id}`, { as: member }));
    const bots = items(success(await w.ask('GET', '/bots', { as: member })), 'bots');
    same(
      bots.map(({ username, api_key }) => [username, api_key]),
      [
        [one.email, one.key],
        [two.email, two.key],
      ],
      'addresses and keys',
    );
  }),
  rule('BOT-15', LIST, 'Unknown parameters are reported.', async (w) => {
    const answer = success(await w.ask('GET', '/bots', { as: await w.owner(), query: { zeta: 1 } }));
    same(answer.at('ignored_parameters_unsupported'), ['zeta'], 'the ignored parameters');
  }),
  rule(
    'BOT-16',
    UPDATE,
    'The owner of a bot changes its name, and the response returns the values.',
    async (w) => {
      const member = await w.user();
      const bot = await w.bot(member);
      const full_name = w.unique('Bot ');
      const answer = success(await w.ask('PATCH', `/bots/${bot.id}`, { as: member, form: { full_name } }));
      same([answer.at('full_name'), answer.at('bot_owner')], [full_name, member.email], 'name and owner');
      same((await userSeenBy(w, member, bot.id))['full_name'], full_name, 'full_name');
    },
  ),
  rule('BOT-17', UPDATE, 'Another member cannot change a bot; an administrator can.', async (w) => {
    const bot = await w.bot(await w.user());
    const form = { full_name: w.unique('Bot ') };
    refused(await w.ask('PATCH', `/bots/${bot.id}`, { as: await w.user(), form }));
    success(await w.ask('PATCH', `/bots/${bot.id}`, { as: await w.user({ role: 200 }), form }));
  }),
  rule('BOT-18', UPDATE, 'A bot gets a new owner, who must be an active user.', async (w) => {
    const [owner, heir, gone] = [await w.owner(), await w.user(), await w.user()];
    const [bot, other] = [await w.bot(owner), await w.bot(owner)];
    success(await w.ask('DELETE', `/users/${gone.id}`, { as: owner }));
    for (const bot_owner_id of [gone.id, other.id, 999_999_999])
      refused(await w.ask('PATCH', `/bots/${bot.id}`, { as: owner, form: { bot_owner_id } }));
    success(await w.ask('PATCH', `/bots/${bot.id}`, { as: owner, form: { bot_owner_id: heir.id } }));
    same((await userSeenBy(w, owner, bot.id))['bot_owner_id'], heir.id, 'bot_owner_id');
  }),
  rule(
    'BOT-19',
    UPDATE,
    'With a new owner the bot leaves the care of the old one and enters that of the new one.',
    async (w) => {
      const users = await crowd(w, ['realm_user', 'realm_bot']);
      const heir = await w.user();
      const bot = await w.bot(users.member);
      const queue = await w.listen(heir, { event_types: ['realm_bot'], fetch_event_types: [] });
      await users.heard();
      success(await w.ask('PATCH', `/bots/${bot.id}`, { as: users.member, form: { bot_owner_id: heir.id } }));
      const heard = await users.heard();
      holds(
        heard.guest.some((event) => (event['person'] as Item | undefined)?.['bot_owner_id'] === heir.id),
        'a new owner told to everybody',
        heard.guest,
      );
      holds(
        heard.member.some(({ type, op }) => type === 'realm_bot' && op === 'delete'),
        'the bot leaving the old owner',
        heard.member,
      );
      same(
        (await queue.events()).map(({ op }) => op),
        ['add'],
        'the events of the new owner',
      );
    },
  ),
  rule('BOT-20', UPDATE, 'A user is not a bot here, and an id that does not exist is refused.', async (w) => {
    const owner = await w.owner();
    refused(await w.ask('PATCH', `/bots/${owner.id}`, { as: owner, form: { full_name: 'X' } }));
    refused(await w.ask('PATCH', '/bots/999999999', { as: owner, form: { full_name: 'X' } }));
  }),
  rule('BOT-21', DELETE, 'The owner of a bot deactivates it, and everyone receives the event.', async (w) => {
    const member = await w.user();
    const bot = await w.bot(member);
    const guest = await w.user({ role: 600 });
    const events = await during(w, guest, ['realm_user'], async () =>
      plain(await w.ask('DELETE', `/bots/${bot.id}`, { as: member })),
    );
    same(
      events,
      [{ type: 'realm_user', op: 'update', person: { user_id: bot.id, is_active: false } }],
      'the events',
    );
    refused(await w.ask('GET', '/users/me', { as: bot }), 'UNAUTHORIZED');
  }),
  rule(
    'BOT-22',
    DELETE,
    'A user, a bot of another user and an id that does not exist are refused alike.',
    async (w) => {
      const member = await w.user();
      const bot = await w.bot(await w.owner());
      for (const id of [member.id, bot.id, 999_999_999])
        refused(await w.ask('DELETE', `/bots/${id}`, { as: member }));
    },
  ),
  rule('BOT-23', KEY, 'The owner of a bot reads its key.', async (w) => {
    const member = await w.user();
    const bot = await w.bot(member);
    const answer = success(await w.ask('GET', `/bots/${bot.id}/api_key`, { as: member }));
    same(answer.at('api_key'), bot.key, 'api_key');
  }),
  rule('BOT-24', KEY, 'Other users, administrators included, do not read the key of a bot.', async (w) => {
    const bot = await w.bot(await w.owner());
    for (const as of [await w.user(), await w.user({ role: 600 }), await w.user({ role: 200 })])
      refused(await w.ask('GET', `/bots/${bot.id}/api_key`, { as }));
  }),
  rule('BOT-25', RENEW, 'A new key of a bot lets in and the old one does not.', async (w) => {
    const member = await w.user();
    const bot = await w.bot(member);
    const key = textAt(
      success(await w.ask('POST', `/bots/${bot.id}/api_key/regenerate`, { as: member })),
      'api_key',
    );
    success(await w.ask('GET', '/users/me', { as: { email: bot.email, key } }));
    refused(await w.ask('GET', '/users/me', { as: bot }), 'UNAUTHORIZED');
  }),
  rule('BOT-26', RENEW, 'Other members cannot renew the key of a bot.', async (w) => {
    const bot = await w.bot(await w.owner());
    refused(await w.ask('POST', `/bots/${bot.id}/api_key/regenerate`, { as: await w.user() }));
    success(await w.ask('GET', '/users/me', { as: bot }));
  }),
  rule('BOT-27', CREATE, 'A channel that does not exist cannot be a default of a bot.', async (w) => {
    refused(await create(w, await w.owner(), { default_sending_stream: w.unique('channel') }));
  }),
  rule('BOT-29', UPDATE, 'Administrators cannot give away the bot of an active user.', async (w) => {
    const [keeper, admin] = [await w.user(), await w.user({ role: 200 })];
    const bot = await w.bot(keeper);
    const give = () => w.ask('PATCH', `/bots/${bot.id}`, { as: admin, form: { bot_owner_id: admin.id } });
    refused(await give());
    success(await w.ask('DELETE', `/users/${keeper.id}`, { as: admin }));
    success(await give());
  }),
  rule('BOT-28', CREATE, 'An outgoing bot needs an address that it can call.', async (w) => {
    refused(await create(w, await w.owner(), { bot_type: 3, payload_url: '"nonsense"' }));
  }),
];
