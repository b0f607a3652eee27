import { holds, items, refused, same, success, type Item } from '@parley/rules/expect.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { addField, dummyAddress as dummy, setRealm, stateOf } from '@parley/rules/steps/common.ts';
import type { Credentials } from '@parley/rules/wire.ts';
import type { World } from '@parley/rules/world.ts';

const OF = 'get-user-by-email';

function find(w: World, as: Credentials, email: string, query: Item = {}) {
  return w.ask('GET', `/users/${encodeURIComponent(email)}`, { as, query });
}

async function found(w: World, as: Credentials, email: string, query: Item = {}): Promise<Item> {
  return success(await find(w, as, email, query)).at('user') as Item;
}

/** Roles that find a user by the real address. */
function visibility(
  id: string,
  value: number,
  words: string,
  finders: readonly number[],
  others: readonly number[],
): Rule {
  return rule(
    id,
    OF,
    `A real address that is visible to ${words} finds its user for them and for no other user.`,
    async (w) => {
      const { email } = await w.user({ visibility: value });
      for (const role of finders) {
        const shownUser = await found(w, await w.user({ role }), email);
        same(shownUser['delivery_email'], email, `delivery_email for role ${role}`);
      }
      for (const role of others) refused(await find(w, await w.user({ role }), email));
    },
  );
}

export const getUserRules: readonly Rule[] = [
  rule('USR-1', OF, 'A user whose address everybody may see is found by it, under it.', async (w) => {
    const { id, email } = await w.user();
    const shownUser = await found(w, await w.user(), email);
    same(
      [shownUser['user_id'], shownUser['email'], shownUser['delivery_email']],
      [id, email, email],
      'id and addresses',
    );
  }),
  rule(
    'USR-36',
    OF,
    'An address in the form of a made-up one at another domain is a real address.',
    async (w) => {
      const other = await w.user();
      const { id, email } = await w.user({ email: `user${other.id}@example.net` });
      same((await found(w, await w.owner(), email))['user_id'], id, 'user_id');
    },
  ),
  rule('USR-2', OF, 'The letter case of the address does not matter.', async (w) => {
    const { id, email } = await w.user();
    same((await found(w, await w.owner(), email.toUpperCase()))['user_id'], id, 'user_id');
  }),
  visibility('USR-3', 1, 'everyone', [100, 200, 300, 400, 600], []),
  visibility('USR-4', 2, 'members', [100, 200, 300, 400], [600]),
  visibility('USR-5', 5, 'moderators', [100, 200, 300], [400, 600]),
  visibility('USR-6', 3, 'administrators', [100, 200], [300, 400, 600]),
  visibility('USR-7', 4, 'nobody', [], [100, 200, 300, 400, 600]),
  rule(
    'USR-8',
    OF,
    'While an address is hidden from some, the address for the API is made up for every reader.',
    async (w) => {
      for (const value of [2, 3, 4, 5]) {
        const user = await w.user({ visibility: value });
        const address = await dummy(w, user);
        same((await found(w, await w.owner(), address))['email'], address, 'email for the owner');
        same((await found(w, user, address))['email'], address, 'email for the user');
      }
    },
  ),
  rule(
    'USR-9',
    OF,
    'The made-up address finds every user, also for callers who may not see the real one.',
    async (w) => {
      for (const value of [1, 2, 3, 4, 5]) {
        const user = await w.user({ visibility: value });
        same(
          (await found(w, await w.user({ role: 600 }), await dummy(w, user)))['user_id'],
          user.id,
          'user_id',
        );
      }
    },
  ),
  rule('USR-10', OF, 'A reader who may not see the real address gets null for it.', async (w) => {
    const user = await w.user({ visibility: 3 });
    same((await found(w, await w.user(), await dummy(w, user)))['delivery_email'], null, 'delivery_email');
  }),
  rule('USR-11', OF, 'A user always sees the own real address.', async (w) => {
    const user = await w.user({ visibility: 4 });
    same((await found(w, user, await dummy(w, user)))['delivery_email'], user.email, 'delivery_email');
  }),
  rule(
    'USR-12',
    OF,
    'A user whose setting hides the address from everyone cannot be found by it.',
    async (w) => {
      const user = await w.user({ visibility: 4 });
      refused(await find(w, user, user.email));
    },
  ),
  rule('USR-13', OF, 'A made-up address with an id that does not exist is refused.', async (w) => {
    refused(await find(w, await w.owner(), await dummy(w, { id: 999_999_999 })));
  }),
  rule(
    'USR-14',
    OF,
    'An address that does not exist is refused with the plain code of a bad request.',
    async (w) => {
      refused(await find(w, await w.owner(), `${w.unique('nobody')}@example.com`));
    },
  ),
  rule('USR-15', OF, 'A hidden address is refused exactly as one that does not exist.', async (w) => {
    const hidden = await w.user({ visibility: 4 });
    const as = await w.owner();
    const [a, b] = [await find(w, as, hidden.email), await find(w, as, `${w.unique('nobody')}@example.com`)];
    same([a.status, a.body], [b.status, b.body], 'status and body');
  }),
  rule(
    'USR-16',
    OF,
    'A text that is neither a number nor an address is looked for as an address.',
    async (w) => {
      refused(await find(w, await w.owner(), 'abc'));
    },
  ),
  rule('USR-17', OF, 'A user of another organization is refused as unknown.', async (w) => {
    const { email, id } = await (await w.neighbour()).owner();
    refused(await find(w, await w.owner(), email));
    refused(await find(w, await w.owner(), await dummy(w, { id })));
  }),
  rule('USR-18', OF, 'Profile data come only when asked for, and may be empty.', async (w) => {
    const { email } = await w.user();
    const as = await w.owner();
    holds(!('profile_data' in (await found(w, as, email))), 'no profile_data', 'one');
    same(
      (await found(w, as, email, { include_custom_profile_fields: true }))['profile_data'],
      {},
      'profile_data',
    );
  }),
  rule('USR-19', OF, 'A bot has no profile data, even when asked for.', async (w) => {
    const bot = await w.bot(await w.owner());
    const shownUser = await found(w, await w.owner(), bot.email, { include_custom_profile_fields: true });
    holds(!('profile_data' in shownUser), 'no profile_data', shownUser);
  }),
  rule('USR-20', OF, 'Profile data are keyed by the id of the field; texts come rendered too.', async (w) => {
    const user = await w.user();
    const [text, date] = [await addField(w), await addField(w, { field_type: 4 })];
    const form = {
      data: [
        { id: text, value: '**x**' },
        { id: date, value: '1909-04-05' },
      ],
    };
    success(await w.ask('PATCH', '/users/me/profile_data', { as: user, form }));
    const shownUser = await found(w, await w.owner(), user.email, { include_custom_profile_fields: true });
    same(
      shownUser['profile_data'],
      {
        [text]: { value: '**x**', rendered_value: '<p><strong>x</strong></p>' },
        [date]: { value: '1909-04-05' },
      },
      'profile_data',
    );
  }),
  rule('USR-21', OF, 'A user who is not a bot has the `bot_type` null and no `bot_owner_id`.', async (w) => {
    const user = await w.user();
    const state = await stateOf(w, user, 'realm_user');
    const own = success(await w.ask('GET', '/users/me', { as: user })).body;
    const isUser = ({ user_id }: Item): boolean => user_id === user.id;
    for (const shownUser of [
      await found(w, await w.owner(), user.email),
      own,
      items(state, 'realm_users').find(isUser),
      items(success(await w.ask('GET', '/users', { as: user })), 'members').find(isUser),
    ])
      same(
        [shownUser?.['is_bot'], shownUser?.['bot_type'], shownUser?.['bot_owner_id']],
        [false, null, undefined],
        'is_bot, bot_type and bot_owner_id',
      );
  }),
  rule('USR-22', OF, 'A bot has a type, an owner and a real address that everybody sees.', async (w) => {
    const bot = await w.bot(await w.owner());
    const shownUser = await found(w, await w.user({ role: 600 }), bot.email);
    same(
      [shownUser['is_bot'], shownUser['bot_type'], shownUser['bot_owner_id'], shownUser['delivery_email']],
      [true, 1, bot.ownerId, bot.email],
      'the keys of bots',
    );
  }),
  rule('USR-23', OF, 'The mark of deletion is absent for everybody who was not deleted.', async (w) => {
    const shownUser = await found(w, await w.owner(), (await w.user()).email);
    holds(!('is_deleted' in shownUser), 'no is_deleted', shownUser);
  }),
  rule('USR-24', OF, 'The removed mark of billing administrators does not come back.', async (w) => {
    const shownUser = await found(w, await w.owner(), (await w.user()).email);
    holds(!('is_billing_admin' in shownUser), 'no is_billing_admin', shownUser);
  }),
  rule(
    'USR-25',
    OF,
    'A picture that the client can compute itself is null by default, while everybody may see the address.',
    async (w) => {
      const user = await w.user();
      await w.own().setAvatarSource(user, 'G');
      same((await found(w, await w.owner(), user.email))['avatar_url'], null, 'avatar_url');
    },
  ),
  rule('USR-26', OF, 'A picture that the client cannot compute itself comes with its address.', async (w) => {
    const user = await w.user({ visibility: 2 });
    await w.own().setAvatarSource(user, 'G');
    same(
      typeof (await found(w, await w.owner(), user.email))['avatar_url'],
      'string',
      'the type of avatar_url',
    );
  }),
  rule('USR-27', OF, 'A client that does not compute pictures gets their addresses.', async (w) => {
    const { email } = await w.user();
    const shownUser = await found(w, await w.owner(), email, { client_gravatar: false });
    same(typeof shownUser['avatar_url'], 'string', 'the type of avatar_url');
  }),
  rule('USR-28', OF, 'Both parameters are booleans.', async (w) => {
    const as = await w.owner();
    refused(await find(w, as, as.email, { client_gravatar: 1 }));
    refused(await find(w, as, as.email, { include_custom_profile_fields: 'yes' }));
  }),
  rule('USR-29', OF, 'The day of joining has the precision of a minute.', async (w) => {
    const joined = String((await found(w, await w.owner(), (await w.user()).email))['date_joined']);
    holds(/^\d{4}-\d\d-\d\dT\d\d:\d\d\+00:00$/.test(joined), 'a time in minutes', joined);
    const age = Date.now() - Date.parse(joined);
    holds(age > -60_000 && age < 3_600_000, 'a time of just now', joined);
  }),
  rule('USR-30', OF, 'A guest does not find users whom the organization hides from guests.', async (w) => {
    w.own();
    const groups = await w.ask('POST', '/register', {
      as: await w.owner(),
      form: { fetch_event_types: ['realm_user_groups'] },
    });
    const members = (groups.at('realm_user_groups') as Item[]).find(
      (one) => one['name'] === 'role:members',
    )?.['id'];
    await setRealm(w, { can_access_all_users_group: { new: members } }, {});
    const [guest, other] = [await w.user({ role: 600 }), await w.user()];
    refused(await find(w, guest, other.email));
    success(await find(w, await w.user(), other.email));
  }),
  rule('USR-31', OF, 'Unknown parameters are reported.', async (w) => {
    const as = await w.owner();
    const answer = success(await find(w, as, as.email, { zeta: 1 }));
    same(answer.at('ignored_parameters_unsupported'), ['zeta'], 'the ignored parameters');
  }),
  rule('USR-32', OF, 'A deactivated user is found, and reported as inactive.', async (w) => {
    const user = await w.user();
    success(await w.ask('DELETE', `/users/${user.id}`, { as: await w.owner() }));
    same((await found(w, await w.owner(), user.email))['is_active'], false, 'is_active');
  }),
  rule('USR-33', OF, 'The role and its three flags agree.', async (w) => {
    const flags: Readonly<Record<number, readonly boolean[]>> = {
      100: [true, true, false],
      200: [false, true, false],
      300: [false, false, false],
      400: [false, false, false],
      600: [false, false, true],
    };
    for (const [role, expected] of Object.entries(flags)) {
      const shownUser = await found(w, await w.owner(), (await w.user({ role: Number(role) })).email);
      same(shownUser['role'], Number(role), 'role');
      same(
        [shownUser['is_owner'], shownUser['is_admin'], shownUser['is_guest']],
        expected,
        `is_owner, is_admin and is_guest of ${role}`,
      );
    }
  }),
  rule(
    'USR-34',
    OF,
    'Time zone, version of the picture and the mark of imports are always there.',
    async (w) => {
      const shownUser = await found(w, await w.owner(), (await w.user()).email);
      same(
        [typeof shownUser['timezone'], typeof shownUser['avatar_version'], shownUser['is_imported_stub']],
        ['string', 'number', false],
        'the fields',
      );
    },
  ),
  rule('USR-35', OF, 'Guests and bots may ask.', async (w) => {
    const { email } = await w.user();
    await found(w, await w.user({ role: 600 }), email);
    await found(w, await w.bot(await w.owner()), email);
  }),
];
