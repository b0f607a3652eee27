import { holds, items, lacking, same, success, textAt } from '@parley/rules/expect.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import type { Answer, Credentials } from '@parley/rules/wire.ts';
import type { World } from '@parley/rules/world.ts';

const PART = 'get-user-list-part';

async function register(w: World, as: Credentials, users_since: string): Promise<Answer> {
  const form = { event_types: ['realm_user'], users_since };
  return success(await w.ask('POST', '/register', { as, form }));
}

async function partSince(w: World, as: Credentials, users_since: string): Promise<Answer> {
  return success(await w.ask('GET', '/users/parts', { as, query: { users_since } }));
}

/** Names by id, active users and others. */
function namesIn(answer: Answer, list = 'realm_users'): ReadonlyMap<unknown, unknown> {
  return new Map(items(answer, list).map(({ user_id, full_name }) => [user_id, full_name]));
}

export const userListPartRules: readonly Rule[] = [
  rule('UPT-1', PART, 'A client without users gets a part that begins the list.', async (w) => {
    const [owner, user] = [await w.owner(), await w.user()];
    const answer = await register(w, owner, '');
    same(answer.at('users_restart'), true, 'users_restart');
    same(answer.at('users_complete'), true, 'users_complete of a small organization');
    for (const { id } of [owner, user]) holds(namesIn(answer).has(id), `the user ${id}`, answer.text);
  }),
  rule('UPT-2', PART, 'A client with all users gets only those who changed.', async (w) => {
    const [owner, user, gone] = [await w.owner(), await w.user(), await w.user()];
    const version = textAt(await register(w, owner, ''), 'users_version');
    success(await w.ask('PATCH', `/users/${user.id}`, { as: owner, form: { full_name: 'A new name' } }));
    success(await w.ask('DELETE', `/users/${gone.id}`, { as: owner }));
    for (const answer of [await partSince(w, owner, version), await register(w, owner, version)]) {
      same(answer.at('users_restart'), false, 'users_restart');
      same(answer.at('users_complete'), true, 'users_complete');
      same(namesIn(answer).get(user.id), 'A new name', 'the new name');
      holds(!namesIn(answer).has(owner.id), 'nobody who did not change', answer.text);
      holds(namesIn(answer, 'realm_non_active_users').has(gone.id), 'the deactivated user', answer.text);
    }
  }),
  rule(
    'UPT-3',
    PART,
    'The version of another user, or no version at all, begins the list again.',
    async (w) => {
      const [owner, user] = [await w.owner(), await w.user()];
      const version = textAt(await register(w, owner, ''), 'users_version');
      for (const since of [version, 'nonsense', ''])
        same((await partSince(w, user, since)).at('users_restart'), true, `users_restart of '${since}'`);
    },
  ),
  rule('UPT-4', PART, 'The version is required.', async (w) => {
    lacking(await w.ask('GET', '/users/parts', { as: await w.owner() }), 'users_since');
  }),
  rule('UPT-5', PART, 'Without `users_since` a registration has all users and no version.', async (w) => {
    const form = { event_types: ['realm_user'] };
    const answer = success(await w.ask('POST', '/register', { as: await w.owner(), form }));
    for (const name of ['users_version', 'users_complete', 'users_restart'])
      same(answer.at(name), undefined, name);
  }),
];
