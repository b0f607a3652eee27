import { plain, refused, same, success } from '@parley/rules/expect.ts';
import {
  addGroup,
  changeGroup,
  changeMembers,
  changeSubgroups,
  deactivateGroup,
  groupOf,
  listed,
  NOTHING,
  roleGroup,
  tryGroup,
} from '@parley/rules/steps/groups.ts';
import type { User } from '@parley/rules/ground.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { allHeard, crowd, during, setRealm, stateOf } from '@parley/rules/steps/common.ts';
import type { World } from '@parley/rules/world.ts';

const CHANGE = 'update-user-group-members';
const NEST = 'update-user-group-subgroups';
const LIST = 'get-user-group-members';
const ASK = 'get-is-user-group-member';
const INSIDE = 'get-user-group-subgroups';
const ORG = 'update-realm';

async function membersOf(w: World, id: number): Promise<unknown> {
  return (await groupOf(w, id))['members'];
}

async function listOf(w: World, id: number, query: Record<string, unknown> = {}): Promise<unknown> {
  return success(await w.ask('GET', `/user_groups/${id}/members`, { as: await w.owner(), query })).at(
    'members',
  );
}

async function isIn(w: World, id: number, user: User, query: Record<string, unknown> = {}): Promise<unknown> {
  return success(
    await w.ask('GET', `/user_groups/${id}/members/${user.id}`, { as: await w.owner(), query }),
  ).at('is_user_group_member');
}

async function inside(w: World, id: number, query: Record<string, unknown> = {}): Promise<unknown> {
  return success(await w.ask('GET', `/user_groups/${id}/subgroups`, { as: await w.owner(), query })).at(
    'subgroups',
  );
}

function sorted(...ids: number[]): number[] {
  return ids.toSorted((a, b) => a - b);
}

export const groupMemberRules: readonly Rule[] = [
  rule('GRM-1', CHANGE, 'Everyone receives an event about who came and who left.', async (w) => {
    const listeners = await crowd(w, ['user_group']);
    const [a, b] = [await w.user(), await w.user()];
    const id = await addGroup(w, listeners.owner, { members: [a.id] });
    await listeners.heard();
    plain(await changeMembers(w, listeners.owner, id, { add: [b.id], delete: [a.id] }));
    const told = (await listeners.heard()).guest.filter((event) => event['group_id'] === id);
    const event = (op: string, user: User) => ({
      type: 'user_group',
      op,
      group_id: id,
      user_ids: [user.id],
    });
    same(told, [event('add_members', b), event('remove_members', a)], 'what a guest hears');
    same(await membersOf(w, id), [b.id], 'members');
  }),
  rule('GRM-2', CHANGE, 'A request without users to add or to remove is refused.', async (w) => {
    const owner = await w.owner();
    const id = await addGroup(w, owner);
    refused(await changeMembers(w, owner, id, {}));
    refused(
      await changeMembers(w, owner, id, { add: [], delete: [], add_subgroups: [], delete_subgroups: [] }),
    );
  }),
  rule('GRM-3', CHANGE, 'A user who is already a member is not added.', async (w) => {
    const [owner, user, other] = [await w.owner(), await w.user(), await w.user()];
    const id = await addGroup(w, owner, { members: [user.id] });
    refused(await changeMembers(w, owner, id, { add: [other.id, user.id] }));
    same(await membersOf(w, id), [user.id], 'members');
  }),
  rule('GRM-4', CHANGE, 'A user who is not a member is not removed.', async (w) => {
    const [owner, user] = [await w.owner(), await w.user()];
    refused(await changeMembers(w, owner, await addGroup(w, owner), { delete: [user.id] }));
  }),
  rule('GRM-5', CHANGE, 'Users who do not exist are refused.', async (w) => {
    const owner = await w.owner();
    const id = await addGroup(w, owner);
    refused(await changeMembers(w, owner, id, { add: [NOTHING] }));
    refused(await changeMembers(w, owner, id, { delete: [NOTHING] }));
  }),
  rule('GRM-6', CHANGE, 'Deactivated users are neither added nor removed.', async (w) => {
    const [owner, a, b] = [await w.owner(), await w.user(), await w.user()];
    const id = await addGroup(w, owner, { members: [a.id] });
    for (const user of [a, b]) success(await w.ask('DELETE', `/users/${user.id}`, { as: owner }));
    refused(await changeMembers(w, owner, id, { delete: [a.id] }));
    refused(await changeMembers(w, owner, id, { add: [b.id] }));
  }),
  rule('GRM-7', CHANGE, 'A user who may add members adds any user; others are refused.', async (w) => {
    const [creator, adder, other] = [await w.user(), await w.user(), await w.user()];
    const id = await addGroup(w, creator, { can_add_members_group: listed([adder.id]) });
    refused(await changeMembers(w, other, id, { add: [other.id] }));
    plain(await changeMembers(w, adder, id, { add: [other.id] }));
    same(await membersOf(w, id), [other.id], 'members');
  }),
  rule('GRM-8', CHANGE, 'A user who may join adds only themselves.', async (w) => {
    const [creator, joiner, other] = [await w.user(), await w.user(), await w.user()];
    const id = await addGroup(w, creator, { can_join_group: listed([joiner.id]) });
    refused(await changeMembers(w, joiner, id, { add: [other.id] }));
    refused(await changeMembers(w, joiner, id, { add: [joiner.id, other.id] }));
    plain(await changeMembers(w, joiner, id, { add: [joiner.id] }));
    same(await membersOf(w, id), [joiner.id], 'members');
  }),
  rule('GRM-9', CHANGE, 'A user who may leave removes only themselves.', async (w) => {
    const [creator, a, b] = [await w.user(), await w.user(), await w.user()];
    const id = await addGroup(w, creator, { members: [a.id, b.id] });
    refused(await changeMembers(w, a, id, { delete: [b.id] }));
    plain(await changeMembers(w, a, id, { delete: [a.id] }));
    same(await membersOf(w, id), [b.id], 'members');
  }),
  rule('GRM-10', CHANGE, 'Where leaving is not permitted, no member leaves.', async (w) => {
    const [creator, user, nobody] = [await w.user(), await w.user(), await roleGroup(w, 'nobody')];
    const id = await addGroup(w, creator, { members: [user.id], can_leave_group: nobody });
    refused(await changeMembers(w, user, id, { delete: [user.id] }));
  }),
  rule('GRM-11', CHANGE, 'A user who may remove members removes any user, but adds none.', async (w) => {
    const [creator, remover, other] = [await w.user(), await w.user(), await w.user()];
    const id = await addGroup(w, creator, {
      members: [other.id],
      can_remove_members_group: listed([remover.id]),
    });
    plain(await changeMembers(w, remover, id, { delete: [other.id] }));
    refused(await changeMembers(w, remover, id, { add: [other.id] }));
  }),
  rule('GRM-12', CHANGE, 'A manager of the group adds and removes members.', async (w) => {
    const [creator, manager, other, nobody] = [
      await w.user(),
      await w.user(),
      await w.user(),
      await roleGroup(w, 'nobody'),
    ];
    const id = await addGroup(w, creator, {
      can_manage_group: listed([manager.id]),
      can_add_members_group: nobody,
    });
    plain(await changeMembers(w, manager, id, { add: [other.id] }));
    plain(await changeMembers(w, manager, id, { delete: [other.id] }));
    refused(await changeMembers(w, creator, id, { add: [other.id] }));
  }),
  rule('GRM-13', CHANGE, 'A manager of all groups of the organization may do everything.', async (w) => {
    const [user, other] = [await w.user(), await w.user()];
    const [owners, id] = [await roleGroup(w, 'owners'), await addGroup(w, await w.user())];
    refused(await changeMembers(w, user, id, { add: [other.id] }));
    const name = 'can_manage_all_groups';
    await setRealm(w, { [name]: { new: listed([user.id]) } }, { [name]: { new: owners } });
    plain(await changeMembers(w, user, id, { add: [other.id] }));
    plain(await changeGroup(w, user, id, { description: 'Managed' }));
  }),
  rule('GRM-14', CHANGE, 'Guests are refused, even when they are listed.', async (w) => {
    const [owner, guest] = [await w.owner(), await w.user({ role: 600 })];
    const id = await addGroup(w, owner, { members: [guest.id] });
    refused(await changeMembers(w, guest, id, { delete: [guest.id] }));
  }),
  rule('GRM-15', CHANGE, 'The members of a role follow from the role alone.', async (w) => {
    const [owner, user] = [await w.owner(), await w.user()];
    refused(await changeMembers(w, owner, await roleGroup(w, 'moderators'), { add: [user.id] }));
  }),
  rule(
    'GRM-16',
    CHANGE,
    'Adding, removing, nesting and taking out happen together or not at all.',
    async (w) => {
      const [owner, a, b] = [await w.owner(), await w.user(), await w.user()];
      const [id, sub] = [await addGroup(w, owner, { members: [a.id] }), await addGroup(w, owner)];
      refused(await changeMembers(w, owner, id, { add: [b.id], delete: [a.id], add_subgroups: [NOTHING] }));
      same(await membersOf(w, id), [a.id], 'members');
      plain(
        await changeMembers(w, owner, id, {
          add: [b.id],
          delete: [a.id, b.id],
          add_subgroups: [sub],
          delete_subgroups: [sub],
        }),
      );
      const { members, direct_subgroup_ids } = await groupOf(w, id);
      same([members, direct_subgroup_ids], [[], []], 'the group');
    },
  ),
  rule('GRM-17', CHANGE, 'Ids that are no list of integers are refused.', async (w) => {
    const owner = await w.owner();
    const id = await addGroup(w, owner);
    for (const add of ['5', '["5"]', '[1.5]', '{}', 'x', '[null]'])
      refused(await changeMembers(w, owner, id, { add }));
  }),
  rule('GRM-18', CHANGE, 'A group that does not exist is refused.', async (w) => {
    const [owner, user] = [await w.owner(), await w.user()];
    refused(await changeMembers(w, owner, NOTHING, { add: [user.id] }));
  }),
  rule('GRM-19', CHANGE, 'Users whose account ends are in no list, and are back with it.', async (w) => {
    const [owner, user, watcher] = [await w.owner(), await w.user(), await w.user()];
    const id = await addGroup(w, owner, {
      members: [user.id],
      can_join_group: listed([owner.id, user.id]),
    });
    success(await w.ask('DELETE', `/users/${user.id}`, { as: owner }));
    const { members, can_join_group } = await groupOf(w, id);
    same([members, can_join_group], [[], listed([owner.id])], 'the group');
    const back = async () => success(await w.ask('POST', `/users/${user.id}/reactivate`, { as: owner }));
    const events = await during(w, watcher, ['user_group'], back);
    const told = events
      .filter(({ group_id }) => group_id === id)
      .map(({ op, user_ids, data }) => user_ids ?? [op, data]);
    same(
      told,
      [[user.id], ['update', { can_join_group: listed(sorted(owner.id, user.id)) }]],
      'what is told of the group',
    );
    same(await membersOf(w, id), [user.id], 'members');
  }),

  rule('GRM-30', NEST, 'Everyone receives an event about which groups came and went.', async (w) => {
    const listeners = await crowd(w, ['user_group']);
    const [id, sub] = [await addGroup(w, listeners.owner), await addGroup(w, listeners.owner)];
    await listeners.heard();
    plain(await changeSubgroups(w, listeners.owner, id, { add: [sub] }));
    plain(await changeSubgroups(w, listeners.owner, id, { delete: [sub] }));
    const event = (op: string) => ({ type: 'user_group', op, group_id: id, direct_subgroup_ids: [sub] });
    await allHeard(listeners, [event('add_subgroups'), event('remove_subgroups')]);
  }),
  rule('GRM-31', NEST, 'A request with no group to add or to remove is refused.', async (w) => {
    const owner = await w.owner();
    const id = await addGroup(w, owner);
    refused(await changeSubgroups(w, owner, id, {}));
    refused(await changeSubgroups(w, owner, id, { add: [], delete: [] }));
  }),
  rule('GRM-32', NEST, 'No group comes to be inside itself.', async (w) => {
    const owner = await w.owner();
    const [a, b, c] = [await addGroup(w, owner), await addGroup(w, owner), await addGroup(w, owner)];
    refused(await changeSubgroups(w, owner, a, { add: [a] }));
    plain(await changeSubgroups(w, owner, a, { add: [b] }));
    plain(await changeSubgroups(w, owner, b, { add: [c] }));
    refused(await changeSubgroups(w, owner, c, { add: [a] }));
    refused(await changeMembers(w, owner, c, { add_subgroups: [b] }));
  }),
  rule('GRM-33', NEST, 'Two requests that would close a circle together do not both succeed.', async (w) => {
    const owner = await w.owner();
    for (let round = 0; round < 3; round += 1) {
      const [a, b] = [await addGroup(w, owner), await addGroup(w, owner)];
      const answers = await Promise.all([
        changeSubgroups(w, owner, a, { add: [b] }),
        changeSubgroups(w, owner, b, { add: [a] }),
      ]);
      same(
        answers.map(({ status }) => status).toSorted((x, y) => x - y),
        [200, 400],
        'the answers',
      );
    }
  }),
  rule(
    'GRM-34',
    NEST,
    'A group that is inside already, is deactivated or does not exist is not added.',
    async (w) => {
      const owner = await w.owner();
      const [id, sub, asleep] = [
        await addGroup(w, owner),
        await addGroup(w, owner),
        await addGroup(w, owner),
      ];
      plain(await deactivateGroup(w, owner, asleep));
      plain(await changeSubgroups(w, owner, id, { add: [sub] }));
      for (const group of [sub, asleep, NOTHING])
        refused(await changeSubgroups(w, owner, id, { add: [group] }));
    },
  ),
  rule('GRM-35', NEST, 'A group that is not directly inside is not taken out.', async (w) => {
    const owner = await w.owner();
    const inner = await addGroup(w, owner);
    const middle = await addGroup(w, owner, { subgroups: [inner] });
    const id = await addGroup(w, owner, { subgroups: [middle] });
    refused(await changeSubgroups(w, owner, id, { delete: [inner] }));
    refused(await changeSubgroups(w, owner, id, { delete: [NOTHING] }));
  }),
  rule(
    'GRM-36',
    NEST,
    'A user who may add members adds groups; only managers of the group remove groups.',
    async (w) => {
      const [creator, adder] = [await w.user(), await w.user()];
      const [id, sub] = [
        await addGroup(w, creator, { can_add_members_group: listed([adder.id]) }),
        await addGroup(w, creator),
      ];
      refused(await changeSubgroups(w, await w.user(), id, { add: [sub] }));
      plain(await changeSubgroups(w, adder, id, { add: [sub] }));
      refused(await changeSubgroups(w, adder, id, { delete: [sub] }));
      plain(await changeSubgroups(w, creator, id, { delete: [sub] }));
    },
  ),
  rule(
    'GRM-37',
    NEST,
    'Guests, bots without the permission and groups of the roles are refused.',
    async (w) => {
      const owner = await w.owner();
      const id = await addGroup(w, owner);
      refused(await changeSubgroups(w, await w.user({ role: 600 }), id, { add: [id] }));
      refused(await changeSubgroups(w, await w.bot(owner), id, { add: [id] }));
      refused(await changeSubgroups(w, owner, await roleGroup(w, 'members'), { add: [id] }));
    },
  ),

  rule(
    'GRM-50',
    LIST,
    'Members are those of the group and of all groups inside it, once each and ascending.',
    async (w) => {
      const [owner, a, b, guest] = [
        await w.owner(),
        await w.user(),
        await w.user(),
        await w.user({ role: 600 }),
      ];
      const inner = await addGroup(w, owner, { members: [a.id, guest.id] });
      const id = await addGroup(w, owner, { members: [b.id, a.id], subgroups: [inner] });
      same(await listOf(w, id), sorted(a.id, b.id, guest.id), 'members');
      same(await listOf(w, id, { direct_member_only: true }), sorted(a.id, b.id), 'direct members');
    },
  ),
  rule('GRM-51', LIST, 'Groups of the roles count with the users of the roles.', async (w) => {
    const [owner, moderator, member] = [await w.owner(), await w.user({ role: 300 }), await w.user()];
    const id = await addGroup(w, owner, { subgroups: [await roleGroup(w, 'moderators')] });
    const members = (await listOf(w, id)) as number[];
    same(
      [owner, moderator, member].map((user) => members.includes(user.id)),
      [true, true, false],
      'who is a member',
    );
    const direct = (await listOf(w, await roleGroup(w, 'moderators'), {
      direct_member_only: true,
    })) as number[];
    same(
      [owner, moderator].map((user) => direct.includes(user.id)),
      [false, true],
      'who is a direct member',
    );
  }),
  rule('GRM-52', LIST, 'A deactivated group and one that does not exist are refused.', async (w) => {
    const owner = await w.owner();
    const id = await addGroup(w, owner);
    plain(await deactivateGroup(w, owner, id));
    refused(await w.ask('GET', `/user_groups/${id}/members`, { as: owner }));
    refused(await w.ask('GET', `/user_groups/${NOTHING}/members`, { as: owner }));
  }),
  rule('GRM-53', LIST, 'Guests are refused.', async (w) => {
    const path = `/user_groups/${await roleGroup(w, 'members')}/members`;
    refused(await w.ask('GET', path, { as: await w.user({ role: 600 }) }));
  }),
  rule('GRM-54', LIST, 'Deactivated users are left out.', async (w) => {
    const [owner, a, b] = [await w.owner(), await w.user(), await w.user()];
    const id = await addGroup(w, owner, { members: [a.id, b.id] });
    success(await w.ask('DELETE', `/users/${a.id}`, { as: owner }));
    same(await listOf(w, id), [b.id], 'members');
  }),

  rule(
    'GRM-60',
    ASK,
    'Membership counts through groups inside, unless only direct members are asked for.',
    async (w) => {
      const [owner, user, other] = [await w.owner(), await w.user(), await w.user()];
      const inner = await addGroup(w, owner, { members: [user.id] });
      const id = await addGroup(w, owner, { subgroups: [inner] });
      same(await isIn(w, id, user), true, 'membership');
      same(await isIn(w, id, user, { direct_member_only: true }), false, 'direct membership');
      same(await isIn(w, inner, user, { direct_member_only: true }), true, 'direct membership');
      same(await isIn(w, id, other), false, 'membership of another');
    },
  ),
  rule('GRM-61', ASK, 'Roles decide who is in their groups.', async (w) => {
    const [guest, moderator] = [await w.user({ role: 600 }), await w.user({ role: 300 })];
    const [members, everyone] = [await roleGroup(w, 'members'), await roleGroup(w, 'everyone')];
    same(await isIn(w, members, guest), false, 'a guest among members');
    same(await isIn(w, everyone, guest), true, 'a guest among everyone');
    same(await isIn(w, members, moderator), true, 'a moderator among members');
    same(await isIn(w, members, moderator, { direct_member_only: true }), false, 'directly');
  }),
  rule(
    'GRM-62',
    ASK,
    'Groups and users who do not exist, and deactivated groups, are refused.',
    async (w) => {
      const owner = await w.owner();
      const id = await addGroup(w, owner);
      refused(await w.ask('GET', `/user_groups/${NOTHING}/members/${owner.id}`, { as: owner }));
      refused(await w.ask('GET', `/user_groups/${id}/members/${NOTHING}`, { as: owner }));
      plain(await deactivateGroup(w, owner, id));
      refused(await w.ask('GET', `/user_groups/${id}/members/${owner.id}`, { as: owner }));
    },
  ),
  rule('GRM-63', ASK, 'Guests are refused, even about themselves.', async (w) => {
    const guest = await w.user({ role: 600 });
    const id = await roleGroup(w, 'everyone');
    refused(await w.ask('GET', `/user_groups/${id}/members/${guest.id}`, { as: guest }));
  }),

  rule(
    'GRM-70',
    INSIDE,
    'Groups inside are listed at any depth, without the group itself, ascending.',
    async (w) => {
      const owner = await w.owner();
      const inner = await addGroup(w, owner);
      const middle = await addGroup(w, owner, { subgroups: [inner] });
      const id = await addGroup(w, owner, { subgroups: [middle] });
      same(await inside(w, id), sorted(inner, middle), 'subgroups');
      same(await inside(w, id, { direct_subgroup_only: true }), [middle], 'direct subgroups');
    },
  ),
  rule('GRM-71', INSIDE, 'The groups of the roles stand inside wider ones.', async (w) => {
    const [owners, administrators, moderators] = [
      await roleGroup(w, 'owners'),
      await roleGroup(w, 'administrators'),
      await roleGroup(w, 'moderators'),
    ];
    same(await inside(w, moderators), sorted(owners, administrators), 'subgroups');
    same(await inside(w, moderators, { direct_subgroup_only: true }), [administrators], 'direct subgroups');
  }),
  rule('GRM-72', INSIDE, 'A deactivated group, an unknown group and guests are refused.', async (w) => {
    const owner = await w.owner();
    const id = await addGroup(w, owner);
    refused(await w.ask('GET', `/user_groups/${id}/subgroups`, { as: await w.user({ role: 600 }) }));
    refused(await w.ask('GET', `/user_groups/${NOTHING}/subgroups`, { as: owner }));
    plain(await deactivateGroup(w, owner, id));
    refused(await w.ask('GET', `/user_groups/${id}/subgroups`, { as: owner }));
  }),

  rule(
    'GRM-80',
    ORG,
    'A permission is given to a group that users made, and held by who is in it.',
    async (w) => {
      const [owner, members] = [await w.owner(), await roleGroup(w, 'members')];
      const [insider, outsider] = [await w.user(), await w.user()];
      const inner = await addGroup(w, owner, { members: [insider.id] });
      const id = await addGroup(w, owner, { subgroups: [inner] });
      await setRealm(w, { can_create_groups: { new: id } }, { can_create_groups: { new: members } });
      refused(await tryGroup(w, outsider));
      success(await tryGroup(w, insider));
      plain(await changeMembers(w, owner, inner, { delete: [insider.id], add: [outsider.id] }));
      refused(await tryGroup(w, insider));
      success(await tryGroup(w, outsider));
    },
  ),
  rule(
    'GRM-81',
    ORG,
    'A permission is given to listed users and groups, and published unchanged.',
    async (w) => {
      const [owner, user] = [await w.owner(), await w.user()];
      const [members, moderators] = [await roleGroup(w, 'members'), await roleGroup(w, 'moderators')];
      const value = listed(sorted(user.id, owner.id), [moderators]);
      const name = 'can_add_custom_emoji_group';
      const events = await during(w, user, ['realm'], () =>
        setRealm(
          w,
          { [name]: { new: listed([user.id, owner.id, user.id], [moderators]) } },
          { [name]: { new: members } },
        ),
      );
      same(
        events,
        [{ type: 'realm', op: 'update_dict', property: 'default', data: { [name]: value } }],
        'the events',
      );
      same((await stateOf(w, user, 'realm')).at(`realm_${name}`), value, 'the value');
    },
  ),
  rule(
    'GRM-82',
    ORG,
    'A guest who is listed does not hold a permission that cannot be everyone’s.',
    async (w) => {
      const [owner, members] = [await w.owner(), await roleGroup(w, 'members')];
      const [guest, user] = [await w.user({ role: 600 }), await w.user()];
      const name = 'can_create_write_only_bots_group';
      const bots = 'can_create_bots_group';
      const value = { new: listed([guest.id, user.id]) };
      await setRealm(
        w,
        { [name]: value, [bots]: value },
        { [name]: { new: members }, [bots]: { new: members } },
      );
      const form = () => ({ short_name: w.unique('b'), full_name: w.unique('Bot ') });
      refused(await w.ask('POST', '/bots', { as: guest, form: form() }));
      const made = success(await w.ask('POST', '/bots', { as: user, form: form() }));
      w.later(() => w.ask('DELETE', `/bots/${Number(made.at('user_id'))}`, { as: owner }));
    },
  ),
  rule(
    'GRM-83',
    ORG,
    'A group that users made is not given what only groups of the roles may hold.',
    async (w) => {
      const owner = await w.owner();
      const id = await addGroup(w, owner);
      for (const name of ['can_access_all_users_group', 'can_create_web_public_channel_group'])
        refused(
          await w.ask('PATCH', '/realm', { as: owner, form: { [name]: { new: id } } }),
          'SYSTEM_GROUP_REQUIRED',
          {
            setting_name: name,
          },
        );
    },
  ),
  rule(
    'GRM-84',
    ORG,
    'The permission to see all users is given to everyone or to members, to no other role.',
    async (w) => {
      const form = { can_access_all_users_group: { new: await roleGroup(w, 'moderators') } };
      refused(await w.ask('PATCH', '/realm', { as: await w.owner(), form }));
    },
  ),
  rule(
    'GRM-85',
    ORG,
    'Managing all groups and billing is given neither to nobody nor to everyone.',
    async (w) => {
      const [owner, nobody, everyone] = [
        await w.owner(),
        await roleGroup(w, 'nobody'),
        await roleGroup(w, 'everyone'),
      ];
      for (const name of ['can_manage_all_groups', 'can_manage_billing_group'])
        for (const group of [nobody, everyone])
          refused(await w.ask('PATCH', '/realm', { as: owner, form: { [name]: { new: group } } }));
    },
  ),
  rule(
    'GRM-86',
    'update-user',
    'A new role moves a user between the groups of the roles, with an event to everyone.',
    async (w) => {
      const [owner, user, guest] = [await w.owner(), await w.user(), await w.user({ role: 600 })];
      const [members, moderators] = [await roleGroup(w, 'members'), await roleGroup(w, 'moderators')];
      const promote = async () =>
        success(await w.ask('PATCH', `/users/${user.id}`, { as: owner, form: { role: 300 } }));
      const events = await during(w, guest, ['user_group'], promote);
      const told = (op: string, group_id: number) =>
        events.filter((event) => event['op'] === op && event['group_id'] === group_id);
      same(
        told('remove_members', members).map(({ user_ids }) => user_ids),
        [[user.id]],
        'who left',
      );
      same(
        told('add_members', moderators).map(({ user_ids }) => user_ids),
        [[user.id]],
        'who came',
      );
    },
  ),
  rule(
    'GRM-87',
    CHANGE,
    'A private channel comes into sight with the group that sees it, and goes out of it again.',
    async (w) => {
      const [owner, user] = [await w.owner(), await w.user()];
      const id = await addGroup(w, owner);
      const name = w.unique('channel');
      const form = { subscriptions: [{ name }], invite_only: true, can_subscribe_group: id };
      success(await w.ask('POST', '/users/me/subscriptions', { as: owner, form }));
      const find = () => w.ask('GET', '/get_stream_id', { as: user, query: { stream: name } });
      refused(await find(), 'BAD_REQUEST');
      const kinds = async (changes: Record<string, unknown>) =>
        (await during(w, user, ['stream', 'subscription'], () => changeMembers(w, owner, id, changes))).map(
          ({ type, op }) => `${String(type)}/${String(op)}`,
        );
      same(await kinds({ add: [user.id] }), ['stream/create', 'subscription/peer_add'], 'events');
      success(await find());
      same(await kinds({ delete: [user.id] }), ['stream/delete'], 'events');
      refused(await find(), 'BAD_REQUEST');
    },
  ),
  rule(
    'GRM-88',
    'update-stream',
    'A guest who is listed among those who administer a channel does not change it.',
    async (w) => {
      const [owner, guest] = [await w.owner(), await w.user({ role: 600 })];
      const name = w.unique('channel');
      const form = {
        subscriptions: [{ name }],
        principals: [owner.id, guest.id],
        can_administer_channel_group: listed([owner.id, guest.id]),
      };
      success(await w.ask('POST', '/users/me/subscriptions', { as: owner, form }));
      const found = success(await w.ask('GET', '/get_stream_id', { as: owner, query: { stream: name } }));
      const path = `/streams/${Number(found.at('stream_id'))}`;
      w.later(() => w.ask('DELETE', path, { as: owner }));
      refused(await w.ask('PATCH', path, { as: guest, form: { description: 'Mine' } }));
      plain(await w.ask('PATCH', path, { as: owner, form: { description: 'Ours' } }));
    },
  ),
];
