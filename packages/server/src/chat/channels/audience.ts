import type { SystemGroup } from '@parley/contract/objects/permission-settings.ts';
import type { Role } from '@parley/contract/primitives.ts';
import { sql, type Reader } from '../../engine/db/sql.ts';
import { everyone, type Audience } from '../../engine/log/audience.ts';
import type { ChannelRow } from './channel.ts';
import { SHOWING } from './rights.ts';

type Channel = Pick<ChannelRow, 'id' | 'realm_id' | 'is_private' | 'is_web_public' | 'permissions'>;

/** Who sees a channel apart from those who are in it. */
export type Outsiders = { readonly roles: readonly Role[]; readonly ids: readonly number[] };

const ALL: readonly Role[] = [100, 200, 300, 400, 600];
const NON_GUESTS: readonly Role[] = [100, 200, 300, 400];
const ADMINISTRATORS: readonly Role[] = [100, 200];

export async function outsidersOf(reader: Reader, channel: Channel): Promise<Outsiders> {
  if (channel.is_web_public) return { roles: ALL, ids: [] };
  if (!channel.is_private) return { roles: NON_GUESTS, ids: [] };
  const groups = SHOWING.flatMap((name) => channel.permissions[name] ?? []);
  const held = groups.length === 0 ? NOBODY : await holdersIn(reader, channel.realm_id, groups);
  return { roles: [...new Set([...ADMINISTRATORS, ...held.roles])], ids: held.ids };
}

const NOBODY: Outsiders = { roles: [], ids: [] };

/**
 * Everybody who sees a channel where the event stands, except some. Whoever is among the exceptions must not
 * be subscribed at that place: the subscribers are those whom the log says are in it.
 */
export function seersFrom(
  channel: Pick<Channel, 'id'>,
  { roles, ids }: Outsiders,
  except: readonly number[] = [],
): Audience {
  if (ALL.every((role) => roles.includes(role)) && except.length === 0) return everyone;
  const gone = new Set(except);
  return {
    kind: 'union',
    of: [
      { kind: 'roles', roles, except },
      { kind: 'users', ids: ids.filter((id) => !gone.has(id)) },
      { kind: 'subscribers', channel: channel.id },
    ],
  };
}

export async function channelSeers(reader: Reader, channel: Channel): Promise<Audience> {
  return seersFrom(channel, await outsidersOf(reader, channel));
}

/** Whether somebody sees a channel without being in it. */
export function isOutsider({ roles, ids }: Outsiders, user: { id: number; role: number }): boolean {
  return roles.some((role) => role === user.role) || ids.includes(user.id);
}

/** Users who are in some groups, as roles where whole roles are. Guests hold none of these permissions. */
async function holdersIn(reader: Reader, realmId: number, groupIds: readonly number[]): Promise<Outsiders> {
  const inside = sql`
    with recursive inside (id) as (
      select id from user_group where realm_id = ${realmId} and id = any(${[...groupIds]}::bigint[])
      union
      select s.subgroup_id from inside
      join group_subgroup s on s.realm_id = ${realmId} and s.group_id = inside.id
    )`;
  const system = await reader.all(
    sql<{ name: SystemGroup }>`${inside}
      select g.name from inside join user_group g on g.realm_id = ${realmId} and g.id = inside.id
      where g.is_system`,
  );
  const names = system.map(({ name }) => name);
  const users = await reader.all(
    sql<{ id: number }>`${inside}
      select p.id from realm_user p
      where p.realm_id = ${realmId} and p.is_active and p.role < 600 and (
        p.id in (select m.user_id from group_member m
          where m.realm_id = ${realmId} and m.group_id in (select id from inside))
        or (${names.includes('role:fullmembers')} and p.role = 400 and p.is_full_member)
      ) order by p.id`,
  );
  return {
    roles: NON_GUESTS.filter((role) => names.some((name) => (rolesIn[name] ?? []).includes(role))),
    ids: users.map(({ id }) => id),
  };
}

const rolesIn: { readonly [G in SystemGroup]?: readonly number[] } = {
  'role:owners': [100],
  'role:administrators': [100, 200],
  'role:moderators': [100, 200, 300],
  'role:fullmembers': [100, 200, 300],
  'role:members': NON_GUESTS,
  'role:everyone': NON_GUESTS,
  'role:internet': NON_GUESTS,
};
