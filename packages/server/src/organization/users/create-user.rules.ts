import { holds, lacking, refused, same, success, type Item } from '@parley/rules/expect.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import {
  crowd,
  during,
  PASSWORD,
  setRealm,
  stateOf,
  userSeenBy,
  withPassword,
} from '@parley/rules/steps/common.ts';
import type { World } from '@parley/rules/world.ts';

const CREATE = 'create-user';

function newcomer(w: World): Item {
  return {
    email: `${w.unique('new')}@example.com`,
    password: PASSWORD,
    full_name: w.unique('New '),
  };
}

async function create(w: World, changes: Item) {
  // Finds out whether the owner may create users at all, where that is not certain.
  if (w.isRemote) await withPassword(w);
  return w.ask('POST', '/users', { as: await w.owner(), form: { ...newcomer(w), ...changes } });
}

function refusedCreation(id: string, sentence: string, ...changes: readonly Item[]): Rule {
  return rule(id, CREATE, sentence, async (w) => {
    for (const change of changes) refused(await create(w, change));
  });
}

export const createUserRules: readonly Rule[] = [
  rule(
    'USC-1',
    CREATE,
    'An administrator with the special right creates a member, who can log in.',
    async (w) => {
      const { id, email } = await withPassword(w);
      const shownUser = await userSeenBy(w, await w.owner(), id);
      same(
        [shownUser['role'], shownUser['is_active'], shownUser['is_bot'], shownUser['timezone']],
        [400, true, false, ''],
        'the new user',
      );
      success(await w.ask('POST', '/fetch_api_key', { form: { username: email, password: PASSWORD } }));
    },
  ),
  rule(
    'USC-2',
    CREATE,
    'A caller who is not an administrator is refused before parameters are decoded.',
    async (w) => {
      refused(await w.ask('POST', '/users', { as: await w.user(), form: {} }), 'UNAUTHORIZED_PRINCIPAL');
    },
  ),
  rule('USC-3', CREATE, 'An administrator without the special right is refused.', async (w) => {
    refused(await w.ask('POST', '/users', { as: await w.user({ role: 200 }), form: newcomer(w) }));
  }),
  rule('USC-4', CREATE, 'The right is asked after the parameters.', async (w) => {
    lacking(await w.ask('POST', '/users', { as: await w.user({ role: 200 }), form: {} }), 'email');
  }),
  rule('USC-5', CREATE, 'Address, password and name are required, in this order.', async (w) => {
    const as = await w.owner();
    lacking(await w.ask('POST', '/users', { as, form: {} }), 'email');
    lacking(await w.ask('POST', '/users', { as, form: { email: 'a@example.com' } }), 'password');
    lacking(
      await w.ask('POST', '/users', { as, form: { email: 'a@example.com', password: PASSWORD } }),
      'full_name',
    );
  }),
  refusedCreation(
    'USC-6',
    'A name that breaks the rules of names is refused.',
    { full_name: 'a*b' },
    { full_name: '' },
    { full_name: 'x'.repeat(101) },
  ),
  refusedCreation(
    'USC-7',
    'An address that is none is refused.',
    { email: 'nonsense' },
    { email: 'a@b@c' },
    { email: '' },
    { email: `${'x'.repeat(250)}@example.com` },
  ),
  refusedCreation(
    'USC-8',
    'A password that is short or easy to guess is refused.',
    { password: 'x7#kQ' },
    { password: 'password' },
    { password: 'aaaaaaaaaaaa' },
  ),
  rule(
    'USC-9',
    CREATE,
    'An address in use is refused in any letter case, deactivated accounts included.',
    async (w) => {
      const { id, email } = await withPassword(w);
      refused(await create(w, { email: email.toUpperCase() }));
      success(await w.ask('DELETE', `/users/${id}`, { as: await w.owner() }));
      refused(await create(w, { email }));
    },
  ),
  rule('USC-10', CREATE, 'The same address may have accounts in several organizations.', async (w) => {
    const { email } = await withPassword(w);
    success(await create(await w.neighbour(), { email }));
  }),
  rule('USC-11', CREATE, 'Everyone receives an event about the new user, guests too.', async (w) => {
    const users = await crowd(w, ['realm_user']);
    const { id } = await withPassword(w);
    const heard = await users.heard();
    for (const events of Object.values(heard)) {
      same(
        events.map(({ type, op }) => [type, op]),
        [['realm_user', 'add']],
        'the events',
      );
      const user = events[0]?.['person'] as Item;
      same([user['user_id'], user['profile_data']], [id, {}], 'the user');
      same(typeof user['avatar_url'], 'string', 'the type of avatar_url');
    }
  }),
  rule(
    'USC-12',
    CREATE,
    'The system groups of members gain the new user, and everyone receives the event.',
    async (w) => {
      const users = await crowd(w, ['user_group']);
      const { id } = await withPassword(w);
      const heard = await users.heard();
      holds(
        heard.guest.length > 0 &&
          heard.guest.every(({ op, user_ids }) => op === 'add_members' && (user_ids as number[])[0] === id),
        'members added to groups',
        heard.guest,
      );
      same(heard.guest, heard.owner, 'the events of guest and owner');
    },
  ),
  rule(
    'USC-13',
    CREATE,
    'While only allowed domains may join, other addresses and those with a plus are refused.',
    async (w) => {
      w.own();
      const as = await w.owner();
      success(
        await w.ask('POST', '/realm/domains', {
          as,
          form: { domain: 'acme.example', allow_subdomains: false },
        }),
      );
      success(
        await w.ask('POST', '/realm/domains', {
          as,
          form: { domain: 'wide.example', allow_subdomains: true },
        }),
      );
      await setRealm(w, { emails_restricted_to_domains: true }, { emails_restricted_to_domains: false });
      refused(await create(w, { email: 'a@other.example' }));
      refused(await create(w, { email: 'a+b@acme.example' }));
      refused(await create(w, { email: 'a@deep.acme.example' }));
      success(await create(w, { email: 'a@acme.example' }));
      success(await create(w, { email: 'a@deep.wide.example' }));
    },
  ),
  rule('USC-14', CREATE, 'A throw-away address is refused while the organization says so.', async (w) => {
    refused(await create(w, { email: `${w.unique('x')}@mailinator.com` }));
  }),
  rule('USC-15', CREATE, 'A new user starts with the defaults of the organization.', async (w) => {
    w.own();
    const form = { twenty_four_hour_time: true, email_address_visibility: 4 };
    success(await w.ask('PATCH', '/realm/user_settings_defaults', { as: await w.owner(), form }));
    const { id, email } = await withPassword(w);
    const login = success(
      await w.ask('POST', '/fetch_api_key', { form: { username: email, password: PASSWORD } }),
    );
    const state = await stateOf(w, { email, key: String(login.at('api_key')) }, 'user_settings');
    same(state.at('user_settings', 'twenty_four_hour_time'), true, 'twenty_four_hour_time');
    same((await userSeenBy(w, await w.owner(), id))['delivery_email'], null, 'delivery_email for the owner');
  }),
  rule('USC-16', CREATE, 'Unknown parameters are reported.', async (w) => {
    const answer = success(await create(w, { zeta: 1 }));
    same(answer.at('ignored_parameters_unsupported'), ['zeta'], 'the ignored parameters');
  }),
  rule(
    'USC-17',
    CREATE,
    'No user of another organization receives an event about the new user.',
    async (w) => {
      const other = await w.neighbour();
      same(
        await during(other, await other.owner(), ['realm_user', 'user_group'], () => withPassword(w)),
        [],
        'the events',
      );
    },
  ),
  rule('USC-18', CREATE, 'In a new organization everyone sees the addresses of new users.', async (w) => {
    w.own();
    const { id, email } = await withPassword(w);
    for (const role of [200, 400, 600])
      same((await userSeenBy(w, await w.user({ role }), id))['delivery_email'], email, 'the address');
  }),
];
