import { holds, plain, refused, same, success, type Item } from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { addField, allHeard, allHeardOf, crowd, during, userSeenBy } from '@parley/rules/steps/common.ts';
import type { Credentials } from '@parley/rules/wire.ts';
import type { World } from '@parley/rules/world.ts';

const OF = 'update-user';

function update(w: World, as: Credentials, { id }: Pick<User, 'id'>, form: Item) {
  return w.ask('PATCH', `/users/${id}`, { as, form });
}

/** A change that must be refused. */
function refusedNames(id: string, sentence: string, names: readonly string[]): Rule {
  return rule(id, OF, sentence, async (w) => {
    const user = await w.user();
    for (const full_name of names) refused(await update(w, await w.owner(), user, { full_name }));
    same((await userSeenBy(w, user, user.id))['full_name'], user.name, 'the name');
  });
}

export const updateUserRules: readonly Rule[] = [
  rule('UPD-1', OF, 'An administrator changes a name, with a plain answer.', async (w) => {
    const [admin, user] = [await w.user({ role: 200 }), await w.user()];
    const full_name = w.unique('New ');
    plain(await update(w, admin, user, { full_name }));
    same((await userSeenBy(w, user, user.id))['full_name'], full_name, 'full_name');
  }),
  rule(
    'UPD-2',
    OF,
    'Everyone receives an event about a new name: the administrator, other members, guests, and the user.',
    async (w) => {
      const users = await crowd(w, ['realm_user']);
      const full_name = w.unique('New ');
      plain(await update(w, users.admin, users.member, { full_name }));
      await allHeard(users, [
        { type: 'realm_user', op: 'update', person: { user_id: users.member.id, full_name } },
      ]);
    },
  ),
  refusedNames('UPD-3', 'A name may not contain characters that have a meaning in mentions.', [
    'a*b',
    'a`b',
    'a\\b',
    'a>b',
    'a"b',
    'a@b',
  ]),
  refusedNames('UPD-4', 'A name has at most 100 characters.', ['x'.repeat(101)]),
  refusedNames('UPD-5', 'A name may not end with a bar and digits.', ['Name|12']),
  refusedNames('UPD-6', 'A name may not contain control characters.', ['a\u0007b', 'a\nb', 'a\uFFFEb']),
  rule('UPD-7', OF, 'A name of 100 characters is accepted, counted in code points.', async (w) => {
    const user = await w.user();
    const full_name = '世'.repeat(99) + '👋';
    plain(await update(w, await w.owner(), user, { full_name }));
    same((await userSeenBy(w, user, user.id))['full_name'], full_name, 'full_name');
  }),
  rule('UPD-8', OF, 'A blank name changes nothing, and that is a success.', async (w) => {
    const user = await w.user();
    plain(await update(w, await w.owner(), user, { full_name: '   ' }));
    same((await userSeenBy(w, user, user.id))['full_name'], user.name, 'full_name');
  }),
  rule('UPD-9', OF, 'Spaces around a name are removed.', async (w) => {
    const user = await w.user();
    const name = w.unique('New ');
    plain(await update(w, await w.owner(), user, { full_name: `  ${name} ` }));
    same((await userSeenBy(w, user, user.id))['full_name'], name, 'full_name');
  }),
  rule('UPD-10', OF, 'A name that stays the same causes no event.', async (w) => {
    const [owner, user] = [await w.owner(), await w.user()];
    same(
      await during(w, owner, ['realm_user'], async () =>
        plain(await update(w, owner, user, { full_name: user.name })),
      ),
      [],
      'the events',
    );
  }),
  rule(
    'UPD-11',
    OF,
    'A caller who is not an administrator is refused, for others and for oneself.',
    async (w) => {
      const [member, moderator, other] = [await w.user(), await w.user({ role: 300 }), await w.user()];
      for (const as of [member, moderator]) {
        refused(await update(w, as, other, { full_name: w.unique('New ') }));
        refused(await update(w, as, as, { full_name: w.unique('New ') }));
      }
    },
  ),
  rule('UPD-12', OF, 'The owner of a bot changes its name.', async (w) => {
    const member = await w.user();
    const bot = await w.bot(member);
    const full_name = w.unique('Bot ');
    plain(await update(w, member, bot, { full_name }));
    same((await userSeenBy(w, member, bot.id))['full_name'], full_name, 'full_name');
  }),
  rule('UPD-13', OF, 'The owner of a bot who is no administrator cannot change its role.', async (w) => {
    const member = await w.user();
    refused(await update(w, member, await w.bot(member), { role: 600 }), 'UNAUTHORIZED_PRINCIPAL');
  }),
  rule('UPD-14', OF, 'An id that does not exist is refused with status 400.', async (w) => {
    refused(await update(w, await w.owner(), { id: 999_999_999 }, { full_name: 'X' }));
  }),
  rule('UPD-15', OF, 'A user of another organization is refused exactly as an unknown one.', async (w) => {
    const other = await (await w.neighbour()).owner();
    const as = await w.owner();
    const [foreign, unknown] = [
      await update(w, as, other, { full_name: 'X' }),
      await update(w, as, { id: 999_999_999 }, { full_name: 'X' }),
    ];
    same([foreign.status, foreign.body], [unknown.status, unknown.body], 'status and body');
  }),
  rule('UPD-16', OF, 'A role is one of five integers.', async (w) => {
    const user = await w.user();
    for (const role of ['1000', '"400"', '0', '500', 'null', 'owner'])
      refused(await update(w, await w.owner(), user, { role }));
  }),
  rule(
    'UPD-17',
    OF,
    'An administrator makes a member a moderator, and everyone receives an event about the new role.',
    async (w) => {
      const users = await crowd(w, ['realm_user']);
      plain(await update(w, users.admin, users.member, { role: 300 }));
      await allHeardOf(users, users.member.id, [{ role: 300 }]);
      same((await userSeenBy(w, users.admin, users.member.id))['role'], 300, 'role');
    },
  ),
  rule(
    'UPD-18',
    OF,
    'With the role the memberships of the system groups move, and everyone receives the event.',
    async (w) => {
      const users = await crowd(w, ['user_group']);
      plain(await update(w, users.admin, users.member, { role: 300 }));
      const { guest, owner } = await users.heard();
      same(guest, owner, 'the events of the guest and the owner');
      holds(
        guest.some(({ op }) => op === 'add_members') && guest.some(({ op }) => op === 'remove_members'),
        'one group left and one joined',
        guest,
      );
      for (const event of guest) same(event['user_ids'], [users.member.id], 'user_ids');
    },
  ),
  rule('UPD-19', OF, 'An administrator who is no owner can neither make nor unmake owners.', async (w) => {
    const [admin, member, owner] = [await w.user({ role: 200 }), await w.user(), await w.user({ role: 100 })];
    refused(await update(w, admin, member, { role: 100 }), 'UNAUTHORIZED_PRINCIPAL');
    refused(await update(w, admin, owner, { role: 200 }), 'UNAUTHORIZED_PRINCIPAL');
  }),
  rule('UPD-20', OF, 'An owner makes and unmakes owners.', async (w) => {
    const user = await w.user();
    plain(await update(w, await w.owner(), user, { role: 100 }));
    plain(await update(w, await w.owner(), user, { role: 400 }));
    same((await userSeenBy(w, user, user.id))['role'], 400, 'role');
  }),
  rule('UPD-21', OF, 'The only owner cannot be demoted, also not by oneself.', async (w) => {
    w.own();
    const owner = await w.owner();
    refused(await update(w, owner, owner, { role: 200 }));
    same((await userSeenBy(w, owner, owner.id))['role'], 100, 'role');
  }),
  rule('UPD-22', OF, 'With a second owner, an owner can step back.', async (w) => {
    const second = await w.user({ role: 100 });
    plain(await update(w, second, second, { role: 400 }));
  }),
  rule('UPD-23', OF, 'A role that stays the same causes no event.', async (w) => {
    const [owner, user] = [await w.owner(), await w.user()];
    same(
      await during(w, owner, ['realm_user', 'user_group'], async () =>
        plain(await update(w, owner, user, { role: 400 })),
      ),
      [],
      'the events',
    );
  }),
  rule('UPD-24', OF, 'A guest cannot become an administrator or an owner in one step.', async (w) => {
    const guest = await w.user({ role: 600 });
    refused(await update(w, await w.owner(), guest, { role: 200 }));
    refused(await update(w, await w.owner(), guest, { role: 100 }));
    same((await userSeenBy(w, guest, guest.id))['role'], 600, 'role');
  }),
  rule('UPD-25', OF, 'A guest can become a member, and then an administrator.', async (w) => {
    const guest = await w.user({ role: 600 });
    plain(await update(w, await w.owner(), guest, { role: 400 }));
    plain(await update(w, await w.owner(), guest, { role: 200 }));
  }),
  rule('UPD-26', OF, 'A new role takes effect with the next request.', async (w) => {
    const user = await w.user({ role: 200 });
    plain(await update(w, await w.owner(), user, { role: 400 }));
    refused(await w.ask('POST', '/realm/filters', { as: user, form: {} }), 'UNAUTHORIZED_PRINCIPAL');
  }),
  rule('UPD-27', OF, 'An update without changes succeeds.', async (w) => {
    plain(await update(w, await w.owner(), await w.user(), {}));
  }),
  rule('UPD-28', OF, 'A deactivated user can be changed.', async (w) => {
    const [owner, user] = [await w.owner(), await w.user()];
    success(await w.ask('DELETE', `/users/${user.id}`, { as: owner }));
    plain(await update(w, owner, user, { full_name: w.unique('Gone ') }));
  }),
  rule('UPD-29', OF, 'Unknown parameters are reported.', async (w) => {
    const answer = success(await update(w, await w.owner(), await w.user(), { zeta: 1, user_id: 5 }));
    same(answer.at('ignored_parameters_unsupported'), ['user_id', 'zeta'], 'the ignored parameters');
  }),
  rule('UPD-30', OF, 'Parameters are judged before the user is looked for.', async (w) => {
    const answer = await update(w, await w.user(), { id: 999_999_999 }, { role: 1000 });
    refused(answer);
    holds(String(answer.at('msg')).includes('role'), 'a message about role', answer.body);
  }),
  rule('UPD-31', OF, 'All changes of a request happen, or none.', async (w) => {
    const user = await w.user();
    const form = { full_name: w.unique('New '), profile_data: [{ id: 999_999_999, value: 'x' }] };
    refused(await update(w, await w.owner(), user, form));
    same((await userSeenBy(w, user, user.id))['full_name'], user.name, 'full_name');
  }),
  rule('UPD-32', OF, 'Several changes in one request cause one event each.', async (w) => {
    const [owner, user] = [await w.owner(), await w.user()];
    const id = await addField(w);
    const form = { full_name: w.unique('New '), role: 300, profile_data: [{ id, value: 'x' }] };
    const events = await during(w, owner, ['realm_user'], async () =>
      plain(await update(w, owner, user, form)),
    );
    const keys = events
      .flatMap((event) => Object.keys(event['person'] as Item))
      .filter((key) => key !== 'user_id');
    same(keys.toSorted(), ['custom_profile_field', 'full_name', 'role'], 'what the events tell');
  }),
  rule(
    'UPD-33',
    OF,
    'Where names must be unique, the name of another user is refused in any letter case.',
    async (w) => {
      w.own();
      const [owner, one, two] = [await w.owner(), await w.user(), await w.user()];
      success(await w.ask('PATCH', '/realm', { as: owner, form: { require_unique_names: true } }));
      refused(await update(w, owner, two, { full_name: one.name.toUpperCase() }));
      plain(await update(w, owner, two, { full_name: two.name.toUpperCase() }));
    },
  ),
  rule('UPD-34', OF, 'A bot that is an administrator may change users.', async (w) => {
    const [owner, user] = [await w.owner(), await w.user()];
    const bot = await w.bot(owner);
    plain(await update(w, owner, bot, { role: 200 }));
    plain(await update(w, bot, user, { full_name: w.unique('New ') }));
  }),
];
