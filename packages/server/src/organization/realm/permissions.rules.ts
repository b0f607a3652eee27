import { plain, refused, same, type Item } from '@parley/rules/expect.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { during, setRealm, stateOf } from '@parley/rules/steps/common.ts';
import type { World } from '@parley/rules/world.ts';

const OF = 'update-realm';
const END = 'deactivate-realm';

async function patch(w: World, form: Item) {
  return w.ask('PATCH', '/realm', { as: await w.owner(), form });
}

async function shown(w: World, name: string): Promise<unknown> {
  return (await stateOf(w, await w.owner(), 'realm')).at(`realm_${name}`);
}

async function groupId(w: World, name: string): Promise<number> {
  const state = await stateOf(w, await w.owner(), 'realm_user_groups');
  return Number((state.at('realm_user_groups') as Item[]).find((one) => one['name'] === name)?.['id']);
}

export const realmPermissionRules: readonly Rule[] = [
  rule('ORG-29', OF, 'A permission is given to another group, published in a dictionary.', async (w) => {
    const owner = await w.owner();
    const [members, admins] = [await groupId(w, 'role:members'), await groupId(w, 'role:administrators')];
    const name = 'can_add_custom_emoji_group';
    const change = () => setRealm(w, { [name]: { new: admins, old: members } }, { [name]: { new: members } });
    const events = await during(w, owner, ['realm'], change);
    same(
      events,
      [{ type: 'realm', op: 'update_dict', property: 'default', data: { [name]: admins } }],
      'the events',
    );
    same(await shown(w, name), admins, 'the group');
  }),
  rule('ORG-30', OF, 'A list of one group and no users means that group.', async (w) => {
    const [members, admins] = [await groupId(w, 'role:members'), await groupId(w, 'role:administrators')];
    const name = 'can_add_custom_emoji_group';
    const value = { direct_members: [], direct_subgroups: [admins] };
    await setRealm(w, { [name]: { new: value } }, { [name]: { new: members } });
    same(await shown(w, name), admins, 'the group');
  }),
  rule('ORG-31', OF, 'An update that expects another old value of a permission is refused.', async (w) => {
    const [owners, admins] = [await groupId(w, 'role:owners'), await groupId(w, 'role:administrators')];
    refused(
      await patch(w, { can_add_custom_emoji_group: { new: admins, old: owners } }),
      'EXPECTATION_MISMATCH',
    );
  }),
  rule('ORG-32', OF, 'A group or a user that does not exist cannot hold a permission.', async (w) => {
    refused(await patch(w, { can_add_custom_emoji_group: { new: 999_999_999 } }));
    refused(
      await patch(w, {
        can_add_custom_emoji_group: { new: { direct_members: [999_999_999], direct_subgroups: [] } },
      }),
    );
  }),
  rule(
    'ORG-33',
    OF,
    'Some permissions take one system group only, and say which setting it was.',
    async (w) => {
      const user = await w.user();
      const value = { direct_members: [user.id], direct_subgroups: [] };
      refused(await patch(w, { can_access_all_users_group: { new: value } }), 'SYSTEM_GROUP_REQUIRED', {
        setting_name: 'can_access_all_users_group',
      });
    },
  ),
  rule('END-1', END, 'Only owners can deactivate the organization.', async (w) => {
    w.own();
    refused(
      await w.ask('POST', '/realm/deactivate', { as: await w.user({ role: 200 }) }),
      'UNAUTHORIZED_PRINCIPAL',
    );
  }),
  rule(
    'END-2',
    END,
    'A deactivated organization refuses all users and ends their waiting polls.',
    async (w) => {
      w.own();
      const [owner, user] = [await w.owner(), await w.user()];
      plain(await w.ask('POST', '/realm/deactivate', { as: owner }));
      for (const as of [owner, user]) refused(await w.ask('GET', '/users/me', { as }), 'UNAUTHORIZED');
    },
  ),
  rule('END-3', END, 'A delay before deletion is at least fourteen days.', async (w) => {
    w.own();
    const as = await w.owner();
    refused(await w.ask('POST', '/realm/deactivate', { as, form: { deletion_delay_days: 13 } }));
    refused(await w.ask('POST', '/realm/deactivate', { as, form: { deletion_delay_days: '"x"' } }));
    plain(await w.ask('POST', '/realm/deactivate', { as, form: { deletion_delay_days: 14 } }));
  }),
];
