import {
  realmPermissions,
  type PermissionSetting,
  type RealmPermission,
} from '@parley/contract/objects/permission-settings.ts';
import { sql, type Reader } from '../db/sql.ts';
import { isGuest, type PersonRow } from '../people/person.ts';
import type { RealmRow } from '../realm/realm.ts';
import { isInSystemGroup, systemGroupsOf } from './system-groups.ts';

type Holder = Pick<PersonRow, 'id' | 'role' | 'is_full_member' | 'is_active'>;
type Member = Pick<PersonRow, 'id' | 'role' | 'is_full_member'>;
type Realm = Pick<RealmRow, 'id' | 'permissions'>;

/** Whether somebody holds a permission of the organization. */
export const hasRealmPermission = async (
  reader: Reader,
  realm: Realm,
  person: Holder,
  name: RealmPermission,
): Promise<boolean> => (await heldPermissions(reader, realm, person, [name])).has(name);

/** Which of some permissions somebody holds, with at most one query for all of them. */
export const heldPermissions = async (
  reader: Reader,
  realm: Realm,
  person: Holder,
  names: readonly RealmPermission[],
): Promise<ReadonlySet<RealmPermission>> => {
  const open = names.filter((name) => mayHold(person, realmPermissions[name]));
  const given = open.flatMap((name) => realm.permissions[name] ?? []);
  const memberOf = given.length === 0 ? new Set<number>() : await groupsWith(reader, realm.id, given, person);
  return new Set(
    open.filter((name) => {
      const groupId = realm.permissions[name];
      return groupId === undefined
        ? isInSystemGroup(realmPermissions[name].default, person)
        : memberOf.has(groupId);
    }),
  );
};

/** Whether somebody holds a permission that a group was given. */
export const isInSetting = async (
  reader: Reader,
  realmId: number,
  person: Holder,
  setting: PermissionSetting,
  groupId: number,
): Promise<boolean> =>
  mayHold(person, setting) && (await groupsWith(reader, realmId, [groupId], person)).has(groupId);

/**
 * Guests are never among those who hold a permission that cannot be given to everyone. To be asked beside
 * `groupsWith` and `groupsOf`, which tell of groups alone.
 */
export const mayHold = (person: Pick<PersonRow, 'role' | 'is_active'>, setting: PermissionSetting): boolean =>
  person.is_active && (setting.everyone || !isGuest(person));

/**
 * Those of some groups in which somebody is, directly or through the groups inside them. For few groups: each
 * is looked up by its key (`offset 0` keeps PostgreSQL from reading all groups of the organization instead).
 */
export const groupsWith = async (
  reader: Reader,
  realmId: number,
  groupIds: readonly number[],
  person: Member,
): Promise<ReadonlySet<number>> => {
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
        where m.realm_id = ${realmId} and m.group_id = inside.id and m.person_id = ${person.id}
      ) is not null as is_member
      from inside cross join lateral (
        select name, is_system from user_group where realm_id = ${realmId} and id = inside.id offset 0
      ) as g`,
  );
  const holding = rows.filter(
    (row) => row.is_member || (row.is_system && row.name !== null && isInSystemGroup(row.name, person)),
  );
  return new Set(holding.map((row) => row.root));
};

/** All groups in which somebody is, directly or through the groups inside them. For many groups at once. */
export const groupsOf = async (
  reader: Reader,
  realmId: number,
  person: Member,
): Promise<ReadonlySet<number>> => {
  const rows = await reader.all(
    sql<{ id: number }>`
      with recursive around (id) as (
        select id from user_group
        where realm_id = ${realmId} and is_system and name = any(${systemGroupsOf(person)}::text[])
        union
        select group_id from group_member where realm_id = ${realmId} and person_id = ${person.id}
        union
        select s.group_id
        from around join group_subgroup s on s.realm_id = ${realmId} and s.subgroup_id = around.id
      )
      select id from around`,
  );
  return new Set(rows.map(({ id }) => id));
};
