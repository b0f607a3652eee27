import { plain, refused, same, success, type Item } from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { allHeardOf, crowd, dummyAddress, userSeenBy } from '@parley/rules/steps/common.ts';
import type { World } from '@parley/rules/world.ts';

const BY_EMAIL = 'update-user-by-email';

async function byEmail(w: World, as: User, email: string, form: Item) {
  return w.ask('PATCH', `/users/${encodeURIComponent(email)}`, { as, form });
}

export const updateUserByEmailRules: readonly Rule[] = [
  rule('UPE-1', BY_EMAIL, 'A user is found by a real address that the caller may see.', async (w) => {
    const user = await w.user();
    const full_name = w.unique('New ');
    plain(await byEmail(w, await w.owner(), user.email, { full_name }));
    same((await userSeenBy(w, user, user.id))['full_name'], full_name, 'full_name');
  }),
  rule(
    'UPE-2',
    BY_EMAIL,
    'A user is found by the made-up address, also by callers who may not see the real one.',
    async (w) => {
      const user = await w.user({ visibility: 4 });
      const full_name = w.unique('New ');
      plain(await byEmail(w, await w.owner(), await dummyAddress(w, user), { full_name }));
      same((await userSeenBy(w, user, user.id))['full_name'], full_name, 'full_name');
    },
  ),
  rule('UPE-3', BY_EMAIL, 'A user is not found by a real address that the caller may not see.', async (w) => {
    const user = await w.user({ visibility: 4 });
    refused(await byEmail(w, await w.owner(), user.email, { full_name: 'X' }));
  }),
  rule('UPE-4', BY_EMAIL, 'An address that does not exist is refused.', async (w) => {
    refused(await byEmail(w, await w.owner(), `${w.unique('nobody')}@example.com`, { full_name: 'X' }));
  }),
  rule('UPE-5', BY_EMAIL, 'A caller who is not an administrator is refused.', async (w) => {
    const [member, other] = [await w.user(), await w.user()];
    refused(await byEmail(w, member, other.email, { full_name: 'X' }));
  }),
  rule('UPE-6', BY_EMAIL, 'Role, profile and name change as by id, with the same events.', async (w) => {
    const users = await crowd(w, ['realm_user']);
    plain(await byEmail(w, users.owner, users.member.email, { role: 300 }));
    await allHeardOf(users, users.member.id, [{ role: 300 }]);
  }),
  rule('UPE-7', BY_EMAIL, 'A guest cannot become an administrator in one step.', async (w) => {
    const guest = await w.user({ role: 600 });
    refused(await byEmail(w, await w.owner(), guest.email, { role: 200 }));
  }),
  rule('UPE-8', BY_EMAIL, 'Only owners make owners.', async (w) => {
    const [admin, member] = [await w.user({ role: 200 }), await w.user()];
    refused(await byEmail(w, admin, member.email, { role: 100 }), 'UNAUTHORIZED_PRINCIPAL');
  }),
  rule('UPE-9', BY_EMAIL, 'The letter case of the address does not matter.', async (w) => {
    const user = await w.user();
    plain(await byEmail(w, await w.owner(), user.email.toUpperCase(), {}));
  }),
  rule('UPE-10', BY_EMAIL, 'Unknown parameters are reported.', async (w) => {
    const user = await w.user();
    const answer = success(await byEmail(w, await w.owner(), user.email, { zeta: 1 }));
    same(answer.at('ignored_parameters_unsupported'), ['zeta'], 'the ignored parameters');
  }),
];
