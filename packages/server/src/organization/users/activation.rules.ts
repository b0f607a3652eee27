import { holds, items, plain, refused, same, success, textAt } from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { allHeard, crowd, during, PASSWORD, userSeenBy, withPassword } from '@parley/rules/steps/common.ts';
import type { Credentials } from '@parley/rules/wire.ts';
import type { World } from '@parley/rules/world.ts';

const OFF = 'deactivate-user';
const OWN = 'deactivate-own-user';
const ON = 'reactivate-user';

function off(w: World, as: Credentials, { id }: Pick<User, 'id'>, form = {}) {
  return w.ask('DELETE', `/users/${id}`, { as, form });
}

function on(w: World, as: Credentials, { id }: Pick<User, 'id'>) {
  return w.ask('POST', `/users/${id}/reactivate`, { as });
}

export const activationRules: readonly Rule[] = [
  rule(
    'ACT-1',
    OFF,
    'An administrator deactivates a member, with a plain answer, and everyone receives the event.',
    async (w) => {
      const users = await crowd(w, ['realm_user']);
      const user = await w.user();
      await users.heard();
      plain(await off(w, users.admin, user));
      await allHeard(users, [
        { type: 'realm_user', op: 'update', person: { user_id: user.id, is_active: false } },
      ]);
    },
  ),
  rule('ACT-2', OFF, 'A caller who is not an administrator is refused.', async (w) => {
    refused(await off(w, await w.user({ role: 300 }), await w.user()));
  }),
  rule('ACT-3', OFF, 'An id that does not exist, or of another organization, is refused.', async (w) => {
    refused(await off(w, await w.owner(), { id: 999_999_999 }));
    const foreign = await (await w.neighbour()).user();
    refused(await off(w, await w.owner(), foreign));
  }),
  rule('ACT-4', OFF, 'A bot is not a user here.', async (w) => {
    const owner = await w.owner();
    refused(await off(w, owner, await w.bot(owner)));
  }),
  rule('ACT-5', OFF, 'Deactivating an inactive user is refused.', async (w) => {
    const [owner, user] = [await w.owner(), await w.user()];
    plain(await off(w, owner, user));
    refused(await off(w, owner, user));
  }),
  rule('ACT-6', OFF, 'An administrator cannot deactivate an owner.', async (w) => {
    refused(await off(w, await w.user({ role: 200 }), await w.user({ role: 100 })), 'UNAUTHORIZED_PRINCIPAL');
  }),
  rule('ACT-7', OFF, 'An owner deactivates another owner.', async (w) => {
    plain(await off(w, await w.owner(), await w.user({ role: 100 })));
  }),
  rule('ACT-8', OFF, 'The only owner cannot be deactivated.', async (w) => {
    w.own();
    const owner = await w.owner();
    refused(await off(w, owner, owner));
  }),
  rule('ACT-9', OFF, 'The bots of a user are deactivated too, before the user.', async (w) => {
    const [owner, user] = [await w.owner(), await w.user()];
    const bot = await w.bot(user);
    const events = await during(w, owner, ['realm_user'], async () => plain(await off(w, owner, user)));
    same(
      events.map((event) => event['person']),
      [
        { user_id: bot.id, is_active: false },
        { user_id: user.id, is_active: false },
      ],
      'what the events tell',
    );
    refused(await w.ask('GET', '/users/me', { as: bot }), 'UNAUTHORIZED');
  }),
  rule('ACT-10', OFF, 'The comment has at most 2000 characters.', async (w) => {
    const [owner, user] = [await w.owner(), await w.user()];
    refused(await off(w, owner, user, { deactivation_notification_comment: 'x'.repeat(2001) }));
    plain(await off(w, owner, user, { deactivation_notification_comment: 'x'.repeat(2000) }));
  }),
  rule('ACT-11', OFF, 'The further actions are booleans in an object.', async (w) => {
    const [owner, user] = [await w.owner(), await w.user()];
    refused(await off(w, owner, user, { actions: { delete_profile: 'yes' } }));
    refused(await off(w, owner, user, { actions: [] }));
    plain(await off(w, owner, user, { actions: { delete_profile: false } }));
  }),
  rule('ACT-12', OFF, 'A deactivated user keeps the role.', async (w) => {
    const [owner, user] = [await w.owner(), await w.user({ role: 300 })];
    plain(await off(w, owner, user));
    same((await userSeenBy(w, owner, user.id))['role'], 300, 'role');
  }),
  rule('ACT-13', OWN, 'A user deactivates the own account, and cannot get in any more.', async (w) => {
    const user = await w.user();
    plain(await w.ask('DELETE', '/users/me', { as: user }));
    refused(await w.ask('GET', '/users/me', { as: user }), 'UNAUTHORIZED');
  }),
  rule('ACT-14', OWN, 'The only owner cannot leave, and the error says why.', async (w) => {
    w.own();
    await w.user();
    const answer = await w.ask('DELETE', '/users/me', { as: await w.owner() });
    refused(answer, 'CANNOT_DEACTIVATE_LAST_USER', { is_last_owner: true });
    same(typeof answer.at('entity'), 'string', 'the type of entity');
  }),
  rule('ACT-15', OWN, 'The second of two owners can leave.', async (w) => {
    plain(await w.ask('DELETE', '/users/me', { as: await w.user({ role: 100 }) }));
  }),
  rule('ACT-16', OWN, 'Others receive the event.', async (w) => {
    const [owner, user] = [await w.owner(), await w.user()];
    const events = await during(w, owner, ['realm_user'], () => w.ask('DELETE', '/users/me', { as: user }));
    same(
      events,
      [{ type: 'realm_user', op: 'update', person: { user_id: user.id, is_active: false } }],
      'the events',
    );
  }),
  rule('ACT-17', ON, 'An administrator brings a user back, who logs in again.', async (w) => {
    const admin = await w.user({ role: 200 });
    const { id, email } = await withPassword(w);
    const form = { username: email, password: PASSWORD };
    const old = { email, key: textAt(success(await w.ask('POST', '/fetch_api_key', { form })), 'api_key') };
    plain(await off(w, admin, { id }));
    plain(await on(w, admin, { id }));
    same((await w.ask('GET', '/users/me', { as: old })).status, 401, 'the status with the old key');
    success(await w.ask('POST', '/fetch_api_key', { form }));
  }),
  rule('ACT-18', ON, 'Everyone receives an event about that a user is back.', async (w) => {
    const users = await crowd(w, ['realm_user']);
    const user = await w.user();
    plain(await off(w, users.admin, user));
    await users.heard();
    plain(await on(w, users.admin, user));
    await allHeard(users, [
      { type: 'realm_user', op: 'update', person: { user_id: user.id, is_active: true } },
    ]);
  }),
  rule('ACT-19', ON, 'A caller who is not an administrator is refused.', async (w) => {
    const [owner, user] = [await w.owner(), await w.user()];
    plain(await off(w, owner, user));
    refused(await on(w, await w.user(), user));
  }),
  rule('ACT-20', ON, 'Reactivating an active account succeeds.', async (w) => {
    plain(await on(w, await w.owner(), await w.user()));
  }),
  rule('ACT-21', ON, 'An id that does not exist is refused.', async (w) =>
    refused(await on(w, await w.owner(), { id: 999_999_999 })),
  ),
  rule('ACT-22', ON, 'The owner of a bot brings it back.', async (w) => {
    const user = await w.user();
    const bot = await w.bot(user);
    plain(await w.ask('DELETE', `/bots/${bot.id}`, { as: user }));
    plain(await on(w, user, bot));
    success(await w.ask('GET', '/users/me', { as: bot }));
  }),
  rule('ACT-23', ON, 'A bot does not come back under the name of an active account.', async (w) => {
    const [owner, user] = [await w.owner(), await w.user()];
    const bot = await w.bot(owner);
    plain(await w.ask('DELETE', `/bots/${bot.id}`, { as: owner }));
    success(await w.ask('PATCH', `/users/${user.id}`, { as: owner, form: { full_name: bot.name } }));
    refused(await on(w, owner, bot));
  }),
  rule(
    'ACT-24',
    ON,
    'A bot whose owner is deactivated belongs to the user who reactivates it.',
    async (w) => {
      const [owner, user] = [await w.owner(), await w.user()];
      const bot = await w.bot(user);
      plain(await off(w, owner, user));
      plain(await on(w, owner, bot));
      same((await userSeenBy(w, owner, bot.id))['bot_owner_id'], owner.id, 'bot_owner_id');
      const own = items(success(await w.ask('GET', '/bots', { as: owner })), 'bots').map(
        ({ username }) => username,
      );
      holds(own.includes(bot.email), 'the bot among those of the owner', own);
    },
  ),
];
