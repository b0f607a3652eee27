import type { SystemGroup } from '@parley/contract/objects/permission-settings.ts';
import type { Role } from '@parley/contract/primitives.ts';
import { roles as roleIds } from '@parley/contract/rights/roles.ts';
import { sql, type Reader } from '../../engine/db/sql.ts';
import { everyone, type Audience } from '../../engine/log/audience.ts';
import type { ChannelRow } from './channel.ts';
import { METADATA_PERMISSIONS } from '@parley/contract/rights/channel-rights.ts';

type Channel = Pick<ChannelRow, 'id' | 'realm_id' | 'is_private' | 'is_web_public' | 'permissions'>;

/** Users who see a channel without being subscribed: whole roles, and single users. */
export type Outsiders = { readonly roles: readonly Role[]; readonly ids: readonly number[] };

const ALL_ROLES: readonly Role[] = Object.values(roleIds);
const NON_GUESTS: readonly Role[] = ALL_ROLES.filter((role) => role !== roleIds.guest);
const ADMINISTRATORS: readonly Role[] = [roleIds.owner, roleIds.administrator];
const MODERATORS: readonly Role[] = [...ADMINISTRATORS, roleIds.moderator];

export async function outsidersOf(reader: Reader, channel: Channel): Promise<Outsiders> {
  if (channel.is_web_public) return { roles: ALL_ROLES, ids: [] };
  if (!channel.is_private) return { roles: NON_GUESTS, ids: [] };
  const groups = METADATA_PERMISSIONS.flatMap((name) => channel.permissions[name] ?? []);
  const holders = groups.length === 0 ? NO_USERS : await holdersIn(reader, channel.realm_id, groups);
  return { roles: [...new Set([...ADMINISTRATORS, ...holders.roles])], ids: holders.ids };
}

const NO_USERS: Outsiders = { roles: [], ids: [] };

/**
 * All users who see the channel at the event's log position, minus the exceptions. An excepted user must not be
 * subscribed at that position, because the subscribers are derived from the log.
 */
export function channelAudienceFrom(
  channel: Pick<Channel, 'id'>,
  { roles, ids }: Outsiders,
  except: readonly number[] = [],
): Audience {
  if (ALL_ROLES.every((role) => roles.includes(role)) && except.length === 0) return everyone;
  const excluded = new Set(except);
  return {
    kind: 'union',
    of: [
      { kind: 'roles', roles, except },
      { kind: 'users', ids: ids.filter((id) => !excluded.has(id)) },
      { kind: 'subscribers', channel: channel.id },
    ],
  };
}

export async function channelAudience(reader: Reader, channel: Channel): Promise<Audience> {
  return channelAudienceFrom(channel, await outsidersOf(reader, channel));
}

/** Whether a user sees the channel without being subscribed. */
export function isOutsider({ roles, ids }: Outsiders, user: { id: number; role: number }): boolean {
  return roles.some((role) => role === user.role) || ids.includes(user.id);
}

/** Non-guest members of the groups; a role that belongs to them as a whole is returned as a role. */
async function holdersIn(reader: Reader, realmId: number, groupIds: readonly number[]): Promise<Outsiders> {
  const nested = sql`
    with recursive nested (id) as (
      select id from user_group where realm_id = ${realmId} and id = any(${[...groupIds]}::bigint[])
      union
      select s.subgroup_id from nested
      join group_subgroup s on s.realm_id = ${realmId} and s.group_id = nested.id
    )`;
  const system = await reader.all(
    sql<{ name: SystemGroup }>`${nested}
      select g.name from nested join user_group g on g.realm_id = ${realmId} and g.id = nested.id
      where g.is_system`,
  );
  const names = system.map(({ name }) => name);
  const users = await reader.all(
    sql<{ id: number }>`${nested}
      select p.id from realm_user p
      where p.realm_id = ${realmId} and p.is_active and p.role < 600 and (
        p.id in (select m.user_id from group_member m
          where m.realm_id = ${realmId} and m.group_id in (select id from nested))
        or (${names.includes('role:fullmembers')} and p.role = 400 and p.is_full_member)
      ) order by p.id`,
  );
  return {
    roles: NON_GUESTS.filter((role) => names.some((name) => (rolesIn[name] ?? []).includes(role))),
    ids: users.map(({ id }) => id),
  };
}

const rolesIn: { readonly [G in SystemGroup]?: readonly number[] } = {
  'role:owners': [roleIds.owner],
  'role:administrators': ADMINISTRATORS,
  'role:moderators': MODERATORS,
  'role:fullmembers': MODERATORS,
  'role:members': NON_GUESTS,
  'role:everyone': NON_GUESTS,
  'role:internet': NON_GUESTS,
};
