import { holds, lacking, numberAt, plain, refused, same, success } from '@parley/rules/expect.ts';
import {
  addGroup,
  changeGroup,
  changeMembers,
  deactivateGroup,
  groupOf,
  groups,
  listed,
  NOTHING,
  roleGroup,
  tryGroup,
} from '@parley/rules/steps/groups.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { allHeard, crowd, during, setRealm, stateOf } from '@parley/rules/steps/common.ts';
import type { Credentials } from '@parley/rules/wire.ts';

const LIST = 'get-user-groups';
const MAKE = 'create-user-group';
const CHANGE = 'update-user-group';
const END = 'deactivate-user-group';

const ROLES = [
  'nobody',
  'owners',
  'administrators',
  'moderators',
  'fullmembers',
  'members',
  'everyone',
  'internet',
];
const SETTINGS = [
  'can_add_members_group',
  'can_join_group',
  'can_leave_group',
  'can_manage_group',
  'can_mention_group',
  'can_remove_members_group',
];
const knowing = {
  client_capabilities: { notification_settings_null: true, include_deactivated_groups: true },
};

export const groupRules: readonly Rule[] = [
  rule('GRP-1', LIST, 'A member sees the eight groups of the roles.', async (w) => {
    const answer = success(await w.ask('GET', '/user_groups', { as: await w.user() }));
    const all = answer.at('user_groups') as { name: string; is_system_group: boolean }[];
    const names = all.filter((group) => group.is_system_group).map((group) => group.name);
    same(names.toSorted(), ROLES.map((role) => `role:${role}`).toSorted(), 'the groups of the roles');
  }),
  rule('GRP-2', LIST, 'Groups come in the order of their ids.', async (w) => {
    const owner = await w.owner();
    await addGroup(w, owner);
    await addGroup(w, owner);
    const ids = (await groups(w)).map((group) => Number(group['id']));
    same(
      ids,
      ids.toSorted((a, b) => a - b),
      'the ids',
    );
  }),
  rule('GRP-3', LIST, 'Guests are refused.', async (w) => {
    refused(await w.ask('GET', '/user_groups', { as: await w.user({ role: 600 }) }));
  }),
  rule('GRP-4', LIST, 'Bots read the list like their owner.', async (w) => {
    const owner = await w.owner();
    const seen = async (as: Credentials) =>
      success(await w.ask('GET', '/user_groups', { as })).at('user_groups');
    same(await seen(await w.bot(owner)), await seen(owner), 'groups');
  }),
  rule('GRP-5', LIST, 'Deactivated groups are listed only when they are asked for.', async (w) => {
    const owner = await w.owner();
    const id = await addGroup(w, owner);
    plain(await deactivateGroup(w, owner, id));
    same(
      (await groups(w)).some((group) => group['id'] === id),
      false,
      'whether it is listed',
    );
    same((await groupOf(w, id))['deactivated'], true, 'deactivated');
  }),
  rule(
    'GRP-6',
    LIST,
    'The groups of the roles have no creator, and their permissions belong to nobody.',
    async (w) => {
      const nobody = await roleGroup(w, 'nobody');
      const group = await groupOf(w, await roleGroup(w, 'members'));
      for (const name of SETTINGS) same(group[name], nobody, name);
      same([group['creator_id'], group['date_created']], [null, null], 'creator and date');
    },
  ),
  rule('GRP-7', LIST, 'The groups of the roles stand inside each other.', async (w) => {
    const [owners, administrators] = [await roleGroup(w, 'owners'), await roleGroup(w, 'administrators')];
    same((await groupOf(w, administrators))['direct_subgroup_ids'], [owners], 'what is inside');
    same((await groupOf(w, owners))['direct_subgroup_ids'], [], 'what is inside');
  }),
  rule('GRP-8', LIST, 'The members of a role group are the active users with that role.', async (w) => {
    const [moderator, administrators] = [await w.user({ role: 300 }), await roleGroup(w, 'administrators')];
    const inGroup = async (role: string) =>
      ((await groupOf(w, await roleGroup(w, role)))['members'] as number[]).includes(moderator.id);
    same([await inGroup('moderators'), await inGroup('members')], [true, false], 'membership');
    same(
      ((await groupOf(w, administrators))['members'] as number[]).includes(moderator.id),
      false,
      'membership',
    );
  }),

  rule(
    'GRP-10',
    MAKE,
    'A new group has its members, and its creator manages it without being one.',
    async (w) => {
      const [creator, other] = [await w.user(), await w.user()];
      const id = await addGroup(w, creator, { members: [other.id] });
      const group = await groupOf(w, id);
      same(group['members'], [other.id], 'members');
      same(group['creator_id'], creator.id, 'creator_id');
      same(group['can_manage_group'], listed([creator.id]), 'can_manage_group');
      same(group['can_add_members_group'], listed([creator.id]), 'can_add_members_group');
    },
  ),
  rule(
    'GRP-11',
    MAKE,
    'The permissions to join, leave, remove and mention start as nobody, everyone, nobody and everyone.',
    async (w) => {
      const [nobody, everyone] = [await roleGroup(w, 'nobody'), await roleGroup(w, 'everyone')];
      const group = await groupOf(w, await addGroup(w, await w.user()));
      same(
        ['can_join_group', 'can_leave_group', 'can_remove_members_group', 'can_mention_group'].map(
          (name) => group[name],
        ),
        [nobody, everyone, nobody, everyone],
        'the permissions',
      );
    },
  ),
  rule('GRP-12', MAKE, 'Everyone, guests too, receives an event about a new group.', async (w) => {
    const listeners = await crowd(w, ['user_group']);
    const id = await addGroup(w, listeners.member);
    await allHeard(listeners, [{ type: 'user_group', op: 'add', group: await groupOf(w, id) }]);
  }),
  rule('GRP-13', MAKE, 'Subgroups of a new group are published in an event of their own.', async (w) => {
    const [owner, moderators] = [await w.owner(), await roleGroup(w, 'moderators')];
    const events = await during(w, owner, ['user_group'], () =>
      addGroup(w, owner, { subgroups: [moderators] }),
    );
    same(
      events.map(({ op, direct_subgroup_ids }) => [op, direct_subgroup_ids]),
      [
        ['add', undefined],
        ['add_subgroups', [moderators]],
      ],
      'the events',
    );
  }),
  rule('GRP-14', MAKE, 'Guests are refused.', async (w) => {
    refused(await tryGroup(w, await w.user({ role: 600 })));
  }),
  rule('GRP-15', MAKE, 'Bots that only send messages are refused.', async (w) => {
    refused(await tryGroup(w, await w.bot(await w.owner(), { type: 2 })), 'UNAUTHORIZED');
  }),
  rule('GRP-16', MAKE, 'A caller without the permission of the organization is refused.', async (w) => {
    const [members, owners] = [await roleGroup(w, 'members'), await roleGroup(w, 'owners')];
    await setRealm(w, { can_create_groups: { new: owners } }, { can_create_groups: { new: members } });
    refused(await tryGroup(w, await w.user({ role: 200 })));
    await addGroup(w, await w.owner());
  }),
  rule('GRP-17', MAKE, 'The name, the description and the members are required.', async (w) => {
    const as = await w.owner();
    const without = async (name: string) => {
      const { [name]: _, ...form } = { name: w.unique('g'), description: '', members: [] } as Record<
        string,
        unknown
      >;
      lacking(await w.ask('POST', '/user_groups/create', { as, form }), name);
    };
    for (const name of ['name', 'description', 'members']) await without(name);
  }),
  rule('GRP-18', MAKE, 'A blank name is refused.', async (w) => {
    refused(await tryGroup(w, await w.owner(), { name: '  ' }));
  }),
  rule('GRP-19', MAKE, 'A name has up to 100 characters.', async (w) => {
    const owner = await w.owner();
    await addGroup(w, owner, { name: w.unique('n').padEnd(100, '😀').slice(0, 100) });
    refused(await tryGroup(w, owner, { name: 'n'.repeat(101) }));
  }),
  rule('GRP-20', MAKE, 'A name does not begin like a mention, a role or a channel.', async (w) => {
    const owner = await w.owner();
    for (const beginning of ['@', 'role:', 'user:', 'stream:', 'channel:'])
      refused(await tryGroup(w, owner, { name: `${beginning}x` }));
  }),
  rule('GRP-21', MAKE, 'A name is given once, deactivated groups included; case counts.', async (w) => {
    const owner = await w.owner();
    const name = w.unique('once');
    const id = await addGroup(w, owner, { name });
    refused(await tryGroup(w, owner, { name }));
    await addGroup(w, owner, { name: name.toUpperCase() });
    plain(await deactivateGroup(w, owner, id));
    refused(await tryGroup(w, owner, { name }));
  }),
  rule('GRP-22', MAKE, 'A member who do not exist is refused.', async (w) => {
    refused(await tryGroup(w, await w.owner(), { members: [NOTHING] }));
  }),
  rule('GRP-23', MAKE, 'Bots can be members.', async (w) => {
    const owner = await w.owner();
    const bot = await w.bot(owner);
    same((await groupOf(w, await addGroup(w, owner, { members: [bot.id] })))['members'], [bot.id], 'members');
  }),
  rule('GRP-24', MAKE, 'A deactivated user cannot be an initial member.', async (w) => {
    const [owner, user] = [await w.owner(), await w.user()];
    success(await w.ask('DELETE', `/users/${user.id}`, { as: owner }));
    refused(await tryGroup(w, owner, { members: [user.id] }));
  }),
  rule(
    'GRP-25',
    MAKE,
    'A subgroup that does not exist or is deactivated is refused, and nothing is made.',
    async (w) => {
      const owner = await w.owner();
      const asleep = await addGroup(w, owner);
      plain(await deactivateGroup(w, owner, asleep));
      const name = w.unique('never');
      refused(await tryGroup(w, owner, { name, subgroups: [NOTHING] }));
      refused(await tryGroup(w, owner, { name, subgroups: [asleep] }));
      same(
        (await groups(w)).some((group) => group['name'] === name),
        false,
        'whether it was made',
      );
    },
  ),
  rule('GRP-26', MAKE, 'A permission takes a group, or users and groups that are listed.', async (w) => {
    const [owner, user, moderators] = [await w.owner(), await w.user(), await roleGroup(w, 'moderators')];
    const id = await addGroup(w, owner, {
      can_mention_group: moderators,
      can_join_group: listed([user.id], [moderators]),
    });
    const group = await groupOf(w, id);
    same(group['can_mention_group'], moderators, 'can_mention_group');
    same(group['can_join_group'], listed([user.id], [moderators]), 'can_join_group');
  }),
  rule(
    'GRP-27',
    MAKE,
    'A value of a permission that is neither a number nor a list is refused.',
    async (w) => {
      const owner = await w.owner();
      for (const value of [
        '"role:members"',
        'null',
        '[1]',
        '{"direct_members": []}',
        '{"direct_subgroups": []}',
        'x',
      ])
        refused(await tryGroup(w, owner, { can_mention_group: value }));
    },
  ),
  rule(
    'GRP-28',
    MAKE,
    'A permission for members only is not given to everyone alone, but to a list with everyone in it.',
    async (w) => {
      const [owner, everyone] = [await w.owner(), await roleGroup(w, 'everyone')];
      refused(await tryGroup(w, owner, { can_manage_group: everyone }));
      await addGroup(w, owner, { can_manage_group: listed([owner.id], [everyone]) });
    },
  ),
  rule('GRP-29', MAKE, 'No permission is given to the whole Internet.', async (w) => {
    const [owner, internet] = [await w.owner(), await roleGroup(w, 'internet')];
    for (const name of SETTINGS) refused(await tryGroup(w, owner, { [name]: internet }));
  }),
  rule('GRP-30', MAKE, 'A group of another organization does not exist here.', async (w) => {
    const neighbour = await w.neighbour();
    const theirs = await addGroup(neighbour, await neighbour.owner());
    const owner = await w.owner();
    refused(await tryGroup(w, owner, { subgroups: [theirs] }));
    refused(await tryGroup(w, owner, { can_mention_group: theirs }));
  }),

  rule('GRP-40', CHANGE, 'A request that names nothing to change is refused.', async (w) => {
    const owner = await w.owner();
    refused(await changeGroup(w, owner, await addGroup(w, owner), {}));
  }),
  rule('GRP-41', CHANGE, 'A group of the roles is not changed.', async (w) => {
    refused(await changeGroup(w, await w.owner(), await roleGroup(w, 'members'), { description: 'Ours' }));
  }),
  rule('GRP-42', CHANGE, 'A group that does not exist is refused.', async (w) => {
    refused(await changeGroup(w, await w.owner(), NOTHING, { description: 'Ours' }));
  }),
  rule('GRP-43', CHANGE, 'Only who manages the group changes it; owners manage all groups.', async (w) => {
    const [creator, other] = [await w.user(), await w.user()];
    const id = await addGroup(w, creator);
    refused(await changeGroup(w, other, id, { description: 'Theirs' }));
    refused(await changeGroup(w, await w.user({ role: 200 }), id, { description: 'Theirs' }));
    plain(await changeGroup(w, creator, id, { description: 'Mine' }));
    plain(await changeGroup(w, await w.owner(), id, { description: 'Ours' }));
    same((await groupOf(w, id))['description'], 'Ours', 'description');
  }),
  rule('GRP-44', CHANGE, 'Guests and bots that do not manage the group are refused.', async (w) => {
    const owner = await w.owner();
    const id = await addGroup(w, owner);
    refused(await changeGroup(w, await w.user({ role: 600 }), id, { description: 'x' }));
    refused(await changeGroup(w, await w.bot(owner), id, { description: 'x' }));
  }),
  rule('GRP-45', CHANGE, 'Everyone receives each change as an event of its own.', async (w) => {
    const listeners = await crowd(w, ['user_group']);
    const id = await addGroup(w, listeners.owner);
    const moderators = await roleGroup(w, 'moderators');
    await listeners.heard();
    const name = w.unique('renamed');
    plain(
      await changeGroup(w, listeners.owner, id, {
        name,
        description: 'Changed',
        can_mention_group: { new: moderators },
      }),
    );
    const change = (data: object) => ({ type: 'user_group', op: 'update', group_id: id, data });
    await allHeard(listeners, [
      change({ name }),
      change({ description: 'Changed' }),
      change({ can_mention_group: moderators }),
    ]);
  }),
  rule('GRP-46', CHANGE, 'An update without a change sends no event.', async (w) => {
    const owner = await w.owner();
    const id = await addGroup(w, owner);
    const { name, description, can_mention_group: holder } = await groupOf(w, id);
    const events = await during(w, owner, ['user_group'], async () =>
      plain(
        await changeGroup(w, owner, id, {
          name,
          description,
          can_mention_group: { new: holder, old: holder },
        }),
      ),
    );
    same(events, [], 'the events');
  }),
  rule('GRP-47', CHANGE, 'The names of other groups and unfit names are refused.', async (w) => {
    const owner = await w.owner();
    const [id, other] = [await addGroup(w, owner), await addGroup(w, owner)];
    for (const name of [String((await groupOf(w, other))['name']), ' ', 'role:x', 'x'.repeat(101)])
      refused(await changeGroup(w, owner, id, { name }));
  }),
  rule(
    'GRP-48',
    CHANGE,
    'An update that expects another old value of a permission is refused, and nothing changes.',
    async (w) => {
      const [owner, moderators, members] = [
        await w.owner(),
        await roleGroup(w, 'moderators'),
        await roleGroup(w, 'members'),
      ];
      const id = await addGroup(w, owner);
      const before = await groupOf(w, id);
      refused(
        await changeGroup(w, owner, id, {
          name: w.unique('never'),
          can_mention_group: { new: moderators, old: members },
        }),
        'EXPECTATION_MISMATCH',
        { field_name: 'old' },
      );
      same(await groupOf(w, id), before, 'the group');
    },
  ),
  rule('GRP-49', CHANGE, 'Old values are compared as sets.', async (w) => {
    const [owner, a, b, nobody] = [
      await w.owner(),
      await w.user(),
      await w.user(),
      await roleGroup(w, 'nobody'),
    ];
    const id = await addGroup(w, owner, { can_join_group: listed([a.id, b.id]) });
    plain(
      await changeGroup(w, owner, id, { can_join_group: { new: nobody, old: listed([b.id, a.id, b.id]) } }),
    );
    same((await groupOf(w, id))['can_join_group'], nobody, 'can_join_group');
  }),
  rule('GRP-50', CHANGE, 'A list of one group is that group, and an empty list is nobody.', async (w) => {
    const [owner, nobody] = [await w.owner(), await roleGroup(w, 'nobody')];
    const [id, other] = [await addGroup(w, owner), await addGroup(w, owner)];
    plain(await changeGroup(w, owner, id, { can_mention_group: { new: listed([], [other]) } }));
    same((await groupOf(w, id))['can_mention_group'], other, 'can_mention_group');
    plain(await changeGroup(w, owner, id, { can_mention_group: { new: listed([]) } }));
    same((await groupOf(w, id))['can_mention_group'], nobody, 'can_mention_group');
  }),
  rule('GRP-51', CHANGE, 'Ids of a list are shown once each, ascending.', async (w) => {
    const [owner, a, b] = [await w.owner(), await w.user(), await w.user()];
    const [members, moderators] = [await roleGroup(w, 'members'), await roleGroup(w, 'moderators')];
    const id = await addGroup(w, owner);
    plain(
      await changeGroup(w, owner, id, {
        can_join_group: { new: listed([b.id, a.id, b.id], [members, moderators, members]) },
      }),
    );
    const sorted = (ids: number[]) => ids.toSorted((x, y) => x - y);
    same(
      (await groupOf(w, id))['can_join_group'],
      listed(sorted([a.id, b.id]), sorted([members, moderators])),
      'can_join_group',
    );
  }),
  rule('GRP-52', CHANGE, 'Users and groups that do not exist hold nothing.', async (w) => {
    const owner = await w.owner();
    const id = await addGroup(w, owner);
    for (const value of [NOTHING, listed([NOTHING]), listed([owner.id], [NOTHING])])
      refused(await changeGroup(w, owner, id, { can_mention_group: { new: value } }));
  }),
  rule('GRP-53', CHANGE, 'Deactivated users and groups hold nothing new.', async (w) => {
    const [owner, user] = [await w.owner(), await w.user()];
    const [id, asleep] = [await addGroup(w, owner), await addGroup(w, owner)];
    plain(await deactivateGroup(w, owner, asleep));
    success(await w.ask('DELETE', `/users/${user.id}`, { as: owner }));
    for (const value of [asleep, listed([owner.id], [asleep]), listed([user.id])])
      refused(await changeGroup(w, owner, id, { can_mention_group: { new: value } }));
  }),
  rule('GRP-54', CHANGE, 'The value of a permission is given as new, and perhaps old.', async (w) => {
    const [owner, members] = [await w.owner(), await roleGroup(w, 'members')];
    const id = await addGroup(w, owner);
    for (const value of [members, { old: members }, { new: 'members' }, listed([])])
      refused(await changeGroup(w, owner, id, { can_mention_group: value }));
  }),
  rule('GRP-55', CHANGE, 'A deactivated group is changed, too.', async (w) => {
    const owner = await w.owner();
    const id = await addGroup(w, owner);
    plain(await deactivateGroup(w, owner, id));
    plain(await changeGroup(w, owner, id, { description: 'Asleep' }));
    same((await groupOf(w, id))['description'], 'Asleep', 'description');
  }),
  rule(
    'GRP-56',
    CHANGE,
    '`deactivated` brings a group back when it is false and does nothing when it is true.',
    async (w) => {
      const owner = await w.owner();
      const id = await addGroup(w, owner);
      plain(await changeGroup(w, owner, id, { deactivated: true }));
      same((await groupOf(w, id))['deactivated'], false, 'deactivated');
      plain(await deactivateGroup(w, owner, id));
      plain(await changeGroup(w, owner, id, { deactivated: false }));
      same((await groupOf(w, id))['deactivated'], false, 'deactivated');
    },
  ),
  rule(
    'GRP-57',
    CHANGE,
    'A group that is back is added for clients that do not know deactivated groups.',
    async (w) => {
      const [owner, user] = [await w.owner(), await w.user()];
      const id = await addGroup(w, owner, { members: [user.id] });
      plain(await deactivateGroup(w, owner, id));
      const events = await during(w, user, ['user_group'], () =>
        changeGroup(w, owner, id, { deactivated: false }),
      );
      same(events, [{ type: 'user_group', op: 'add', group: await groupOf(w, id) }], 'the events');
    },
  ),
  rule(
    'GRP-58',
    CHANGE,
    'A group that is back is an update for clients that know deactivated groups.',
    async (w) => {
      const [owner, user] = [await w.owner(), await w.user()];
      const id = await addGroup(w, owner);
      plain(await deactivateGroup(w, owner, id));
      const back = () => changeGroup(w, owner, id, { deactivated: false });
      same(
        await during(w, user, ['user_group'], back, knowing),
        [{ type: 'user_group', op: 'update', group_id: id, data: { deactivated: false } }],
        'the events',
      );
    },
  ),
  rule(
    'GRP-59',
    CHANGE,
    'The new name of a deactivated group reaches only clients that know deactivated groups.',
    async (w) => {
      const [owner, user] = [await w.owner(), await w.user()];
      const id = await addGroup(w, owner);
      plain(await deactivateGroup(w, owner, id));
      const name = w.unique('dream');
      const rename = () => changeGroup(w, owner, id, { name });
      same(await during(w, user, ['user_group'], rename), [], 'the events of one that does not');
      const again = w.unique('dream');
      same(
        await during(w, user, ['user_group'], () => changeGroup(w, owner, id, { name: again }), knowing),
        [{ type: 'user_group', op: 'update', group_id: id, data: { name: again } }],
        'the events of one that does',
      );
    },
  ),

  rule(
    'GRP-70',
    END,
    'A deactivated group is removed for clients that do not know deactivated groups.',
    async (w) => {
      const [owner, user] = [await w.owner(), await w.user({ role: 600 })];
      const id = await addGroup(w, owner);
      same(
        await during(w, user, ['user_group'], () => deactivateGroup(w, owner, id)),
        [{ type: 'user_group', op: 'remove', group_id: id }],
        'the events',
      );
    },
  ),
  rule('GRP-71', END, 'It is an update for clients that know deactivated groups.', async (w) => {
    const [owner, user] = [await w.owner(), await w.user()];
    const id = await addGroup(w, owner);
    same(
      await during(w, user, ['user_group'], () => deactivateGroup(w, owner, id), knowing),
      [{ type: 'user_group', op: 'update', group_id: id, data: { deactivated: true } }],
      'the events',
    );
  }),
  rule('GRP-72', END, 'A group that is deactivated already is refused.', async (w) => {
    const owner = await w.owner();
    const id = await addGroup(w, owner);
    plain(await deactivateGroup(w, owner, id));
    refused(await deactivateGroup(w, owner, id));
  }),
  rule('GRP-73', END, 'Only who manages the group deactivates it.', async (w) => {
    const creator = await w.user();
    const id = await addGroup(w, creator);
    refused(await deactivateGroup(w, await w.user(), id));
    plain(await deactivateGroup(w, creator, id));
  }),
  rule(
    'GRP-74',
    END,
    'A bot that manages a group deactivates it; a guest who is listed does not.',
    async (w) => {
      const owner = await w.owner();
      const [bot, guest] = [await w.bot(owner), await w.user({ role: 600 })];
      const id = await addGroup(w, owner, { can_manage_group: listed([bot.id, guest.id]) });
      refused(await deactivateGroup(w, guest, id));
      plain(await deactivateGroup(w, bot, id));
    },
  ),
  rule('GRP-75', END, 'Groups of the roles and groups that do not exist are refused.', async (w) => {
    const owner = await w.owner();
    refused(await deactivateGroup(w, owner, await roleGroup(w, 'members')));
    refused(await deactivateGroup(w, owner, NOTHING));
  }),
  rule('GRP-76', END, 'A group inside another is in use, unless the other is deactivated.', async (w) => {
    const owner = await w.owner();
    const id = await addGroup(w, owner);
    const outer = await addGroup(w, owner, { subgroups: [id] });
    refused(await deactivateGroup(w, owner, id), 'CANNOT_DEACTIVATE_GROUP_IN_USE', {
      objections: [{ type: 'subgroup', supergroup_ids: [outer] }],
    });
    plain(await deactivateGroup(w, owner, outer));
    plain(await deactivateGroup(w, owner, id));
  }),
  rule(
    'GRP-77',
    END,
    'A group that holds permissions of another, alone or in a list, is in use.',
    async (w) => {
      const owner = await w.owner();
      const id = await addGroup(w, owner);
      const other = await addGroup(w, owner, {
        can_mention_group: id,
        can_join_group: listed([owner.id], [id]),
      });
      refused(await deactivateGroup(w, owner, id), 'CANNOT_DEACTIVATE_GROUP_IN_USE', {
        objections: [
          { type: 'user_group', group_id: other, settings: ['can_join_group', 'can_mention_group'] },
        ],
      });
      plain(await deactivateGroup(w, owner, other));
      plain(await deactivateGroup(w, owner, id));
    },
  ),
  rule('GRP-78', END, 'A group that holds a permission of the organization is in use.', async (w) => {
    const [owner, members] = [await w.owner(), await roleGroup(w, 'members')];
    const id = await addGroup(w, owner);
    const name = 'can_add_custom_emoji_group';
    await setRealm(w, { [name]: { new: listed([owner.id], [id]) } }, { [name]: { new: members } });
    refused(await deactivateGroup(w, owner, id), 'CANNOT_DEACTIVATE_GROUP_IN_USE', {
      objections: [{ type: 'realm', settings: [name] }],
    });
    success(await w.ask('PATCH', '/realm', { as: owner, form: { [name]: { new: members } } }));
    plain(await deactivateGroup(w, owner, id));
  }),
  rule(
    'GRP-79',
    END,
    'Registration leaves deactivated groups out for clients that do not know them.',
    async (w) => {
      const owner = await w.owner();
      const id = await addGroup(w, owner);
      plain(await deactivateGroup(w, owner, id));
      const seen = (await stateOf(w, owner, 'realm_user_groups')).at('realm_user_groups') as { id: number }[];
      same(
        seen.some((group) => group.id === id),
        false,
        'whether it is there',
      );
      const { registered } = await w.listen(owner, { ...knowing, fetch_event_types: ['realm_user_groups'] });
      const all = registered.at('realm_user_groups') as { id: number; deactivated: boolean }[];
      same(all.find((group) => group.id === id)?.deactivated, true, 'deactivated');
    },
  ),
  rule('GRP-80', END, 'Members of a deactivated group change, too.', async (w) => {
    const [owner, user] = [await w.owner(), await w.user()];
    const id = await addGroup(w, owner);
    plain(await deactivateGroup(w, owner, id));
    plain(await changeMembers(w, owner, id, { add: [user.id] }));
    holds(((await groupOf(w, id))['members'] as number[]).includes(user.id), 'the member', user.id);
  }),
  rule(
    'GRP-81',
    END,
    'A group that holds a permission of a channel, alone or in a list, is in use until the channel is archived.',
    async (w) => {
      const owner = await w.owner();
      const id = await addGroup(w, owner);
      const name = w.unique('channel');
      const form = {
        subscriptions: [{ name }],
        can_send_message_group: id,
        can_resolve_topics_group: listed([owner.id], [id]),
      };
      success(await w.ask('POST', '/users/me/subscriptions', { as: owner, form }));
      const found = success(await w.ask('GET', '/get_stream_id', { as: owner, query: { stream: name } }));
      const channel_id = numberAt(found, 'stream_id');
      w.later(() => w.ask('DELETE', `/streams/${channel_id}`, { as: owner }));
      refused(await deactivateGroup(w, owner, id), 'CANNOT_DEACTIVATE_GROUP_IN_USE', {
        objections: [
          { type: 'channel', channel_id, settings: ['can_resolve_topics_group', 'can_send_message_group'] },
        ],
      });
      plain(await w.ask('DELETE', `/streams/${channel_id}`, { as: owner }));
      plain(await deactivateGroup(w, owner, id));
    },
  ),
];
