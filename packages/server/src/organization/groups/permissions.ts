import {
  realmPermissions,
  type PermissionSetting,
  type RealmPermission,
} from '@parley/contract/objects/permission-settings.ts';
import { sql, type Reader } from '../../engine/db/sql.ts';
import { isGuest } from '@parley/contract/rights/roles.ts';
import type { UserRow } from '../../http/actor.ts';
import type { RealmRow } from '../../engine/db/realm.ts';
import { isInSystemGroup, systemGroupsOf } from './system-groups.ts';

type Holder = Pick<UserRow, 'id' | 'role' | 'is_full_member' | 'is_active'>;
type Member = Pick<UserRow, 'id' | 'role' | 'is_full_member'>;
type Realm = Pick<RealmRow, 'id' | 'permissions'>;

/** Whether a user has an organization-wide permission. */
export async function hasRealmPermission(
  reader: Reader,
  realm: Realm,
  user: Holder,
  name: RealmPermission,
): Promise<boolean> {
  return (await grantedPermissions(reader, realm, user, [name])).has(name);
}

/** The permissions of a user among `names`; runs at most one query. */
export async function grantedPermissions(
  reader: Reader,
  realm: Realm,
  user: Holder,
  names: readonly RealmPermission[],
): Promise<ReadonlySet<RealmPermission>> {
  const possible = names.filter((name) => mayBeGranted(user, realmPermissions[name]));
  const given = possible.flatMap((name) => realm.permissions[name] ?? []);
  const memberOf = given.length === 0 ? new Set<number>() : await groupsWith(reader, realm.id, given, user);
  return new Set(
    possible.filter((name) => {
      const groupId = realm.permissions[name];
      return groupId === undefined
        ? isInSystemGroup(realmPermissions[name].default, user)
        : memberOf.has(groupId);
    }),
  );
}

/**
 * Guests never have a permission that cannot be granted to everyone. Check it in addition to `groupsWith` and
 * `groupsOf`, which consider group membership only.
 */
export function mayBeGranted(user: Pick<UserRow, 'role' | 'is_active'>, setting: PermissionSetting): boolean {
  return user.is_active && (setting.everyone || !isGuest(user));
}

/**
 * The groups among `groupIds` that contain a user, directly or through nested subgroups. For few groups: each is looked
 * up by its key (`offset 0` keeps PostgreSQL from reading all groups of the organization instead).
 */
export async function groupsWith(
  reader: Reader,
  realmId: number,
  groupIds: readonly number[],
  user: Member,
): Promise<ReadonlySet<number>> {
  const rows = await reader.all(
    sql<{ root: number; name: string | null; is_system: boolean; is_member: boolean }>`
      with recursive inside (root, id) as (
        select id, id from user_group where realm_id = ${realmId} and id = any(${[...groupIds]}::bigint[])
        union
        select inside.root, s.subgroup_id
        from inside join group_subgroup s on s.realm_id = ${realmId} and s.group_id = inside.id
      )
      select inside.root, g.name, g.is_system, (
        select true from group_member m
        where m.realm_id = ${realmId} and m.group_id = inside.id and m.user_id = ${user.id}
      ) is not null as is_member
      from inside cross join lateral (
        select name, is_system from user_group where realm_id = ${realmId} and id = inside.id offset 0
      ) as g`,
  );
  const containing = rows.filter(
    (row) => row.is_member || (row.is_system && row.name !== null && isInSystemGroup(row.name, user)),
  );
  return new Set(containing.map((row) => row.root));
}

/** All groups that contain a user, directly or through nested subgroups. For checks of many groups. */
export async function groupsOf(reader: Reader, realmId: number, user: Member): Promise<ReadonlySet<number>> {
  const rows = await reader.all(
    sql<{ id: number }>`
      with recursive around (id) as (
        select id from user_group
        where realm_id = ${realmId} and is_system and name = any(${systemGroupsOf(user)}::text[])
        union
        select group_id from group_member where realm_id = ${realmId} and user_id = ${user.id}
        union
        select s.group_id
        from around join group_subgroup s on s.realm_id = ${realmId} and s.subgroup_id = around.id
      )
      select id from around`,
  );
  return new Set(rows.map(({ id }) => id));
}
