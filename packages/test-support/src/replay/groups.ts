import {
  createUserGroup,
  deactivateUserGroup,
  getUserGroups,
  updateUserGroup,
  updateUserGroupMembers,
  updateUserGroupSubgroups,
} from '@parley/contract/endpoints/groups.ts';
import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { updateRealm } from '@parley/contract/endpoints/realm.ts';
import type { Act } from './acts.ts';

/** Groups that users make, and permissions of the organization that they come to hold. */
export function groupActs(): Act[] {
  /** The outer group, the one inside it, and one that goes and comes. */
  const ids = { outer: 0, inner: 0, sleeper: 0 };
  return [
    {
      name: 'groups are made',
      run: async ({ cast: { member, administrator, moderator, bot, guest } }) => {
        const make = async (who: typeof member, name: string, members: number[], subgroups: number[]) => {
          const given = { name, description: `About ${name}`, members, subgroups };
          return (await who.connection.call(createUserGroup, given)).group_id;
        };
        ids.inner = await make(member, 'inner', [bot.id, guest.id, moderator.id], []);
        ids.outer = await make(administrator, 'outer', [moderator.id], [ids.inner]);
        ids.sleeper = await make(member, 'sleeper', [moderator.id, guest.id], []);
      },
    },
    {
      name: 'permissions of the organization are given to a group and to users who are listed',
      run: ({ cast: { owner, moderator, hero } }) =>
        owner.connection.call(updateRealm, {
          can_create_public_channel_group: { new: ids.outer },
          can_invite_users_group: {
            new: { direct_members: [moderator.id, hero.id], direct_subgroups: [ids.inner] },
          },
          can_mention_many_users_group: {
            new: { direct_members: [moderator.id], direct_subgroups: [] },
          },
        }),
    },
    {
      name: 'somebody joins a group that holds a permission',
      run: async ({ cast: { member, hero } }) => {
        await member.connection.call(updateUserGroup, {
          user_group_id: ids.inner,
          can_join_group: { new: { direct_members: [hero.id, member.id], direct_subgroups: [] } },
        });
        await hero.connection.call(updateUserGroupMembers, { user_group_id: ids.inner, add: [hero.id] });
      },
    },
    {
      name: 'the name, the description and the permissions of a group change',
      run: ({ cast: { member, moderator, hero } }) =>
        member.connection.call(updateUserGroup, {
          user_group_id: ids.inner,
          name: 'innermost',
          description: 'Changed',
          can_mention_group: { new: ids.outer },
          can_add_members_group: {
            new: { direct_members: [hero.id, moderator.id], direct_subgroups: [ids.sleeper] },
          },
          can_manage_group: { new: { direct_members: [member.id, moderator.id], direct_subgroups: [] } },
        }),
    },
    {
      name: 'a group leaves a group that holds a permission',
      run: ({ cast: { owner } }) =>
        owner.connection.call(updateUserGroupSubgroups, { user_group_id: ids.outer, delete: [ids.inner] }),
    },
    {
      name: 'a group comes back into it, and members go',
      run: ({ cast: { owner, moderator } }) =>
        owner.connection.call(updateUserGroupMembers, {
          user_group_id: ids.outer,
          delete: [moderator.id],
          add_subgroups: [ids.inner],
        }),
    },
    {
      name: 'a group that nothing uses any more is deactivated',
      run: async ({ cast: { member, hero } }) => {
        await member.connection.call(updateUserGroup, {
          user_group_id: ids.inner,
          can_add_members_group: { new: { direct_members: [hero.id], direct_subgroups: [] } },
        });
        await member.connection.call(deactivateUserGroup, { user_group_id: ids.sleeper });
      },
    },
    {
      name: 'a deactivated group changes',
      run: async ({ cast: { member, hero, moderator } }) => {
        await member.connection.call(updateUserGroup, {
          user_group_id: ids.sleeper,
          name: 'dreamer',
          description: 'Asleep',
          can_join_group: { new: { direct_members: [moderator.id], direct_subgroups: [] } },
        });
        await member.connection.call(updateUserGroupMembers, {
          user_group_id: ids.sleeper,
          add: [hero.id],
        });
      },
    },
    {
      name: 'a deactivated group comes back',
      run: ({ cast: { member } }) =>
        member.connection.call(updateUserGroup, { user_group_id: ids.sleeper, deactivated: false }),
    },
    {
      name: 'a permission goes back to all members',
      run: async ({ cast: { owner } }) => {
        const { user_groups } = await owner.connection.call(getUserGroups);
        const members = user_groups.find(({ name }) => name === 'role:members')?.id ?? 0;
        await owner.connection.call(updateRealm, { can_create_public_channel_group: { new: members } });
      },
    },
    {
      name: 'a private channel shows itself to a group',
      run: ({ cast: { member } }) =>
        member.connection.call(subscribe, {
          subscriptions: [{ name: 'vault' }],
          invite_only: true,
          can_subscribe_group: ids.outer,
        }),
    },
    {
      name: 'somebody leaves the group that sees the channel',
      run: ({ cast: { hero } }) =>
        hero.connection.call(updateUserGroupMembers, { user_group_id: ids.inner, delete: [hero.id] }),
    },
    {
      name: 'somebody joins the group that sees the channel',
      run: ({ cast: { hero } }) =>
        hero.connection.call(updateUserGroupMembers, { user_group_id: ids.inner, add: [hero.id] }),
    },
    {
      name: 'full members see the channel instead of a group',
      run: async ({ cast: { owner } }) => {
        const { user_groups } = await owner.connection.call(getUserGroups);
        const full = user_groups.find(({ name }) => name === 'role:fullmembers')?.id ?? 0;
        await owner.connection.call(updateUserGroupSubgroups, {
          user_group_id: ids.outer,
          add: [full],
          delete: [ids.inner],
        });
      },
    },
    {
      name: 'members who see the channel have to wait again',
      run: ({ cast: { owner } }) => owner.connection.call(updateRealm, { waiting_period_threshold: 3 }),
    },
    {
      name: 'the members see it again',
      run: ({ cast: { owner } }) => owner.connection.call(updateRealm, { waiting_period_threshold: 0 }),
    },
    {
      name: 'a group goes to sleep while somebody is in it',
      run: ({ cast: { member } }) =>
        member.connection.call(deactivateUserGroup, { user_group_id: ids.sleeper }),
    },
  ];
}
