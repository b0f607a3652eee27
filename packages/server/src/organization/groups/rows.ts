import type { GroupSettingValue } from '@parley/contract/objects/group-setting.ts';
import {
  type GroupPermission,
  groupPermissions,
  type PermissionSetting,
  type SystemGroup,
  systemGroups,
} from '@parley/contract/objects/permission-settings.ts';
import type { UserGroup } from '@parley/contract/objects/user-group.ts';
import type { Selectable } from 'kysely';
import type { Schema } from '../../engine/db/schema.ts';
import { q, type Reader, sql } from '../../engine/db/sql.ts';
import type { PresentHolder } from './present-setting.ts';
import {
  descriptionOf,
  isDirectMember,
  isSystemGroup,
  subgroupOf,
  type SystemGroupFacts,
} from './system-groups.ts';

export type SystemGroupIds = Readonly<Record<SystemGroup, number>>;

/** A named group: a system group or one created by a user. */
export type GroupRow = Selectable<Schema['user_group']> & { readonly name: string };

/** The ids of an organization's system groups. */
export async function systemGroupIds(reader: Reader, realmId: number): Promise<SystemGroupIds> {
  const rows = await reader.all(
    q
      .selectFrom('user_group')
      .select(['id', 'name'])
      .where('realm_id', '=', realmId)
      .where('is_system', '=', true),
  );
  const ids = new Map(rows.map(({ id, name }) => [name, id]));
  return Object.fromEntries(
    systemGroups.map((name) => {
      const id = ids.get(name);
      if (id === undefined) throw new Error(`Organization ${realmId} lacks the group ${name}.`);
      return [name, id];
    }),
  ) as SystemGroupIds;
}

/** A group with its members; the lists are empty for system groups, whose members follow from roles. */
export type ListedGroup = GroupRow & { readonly members: number[]; readonly subgroups: number[] };

/** Named groups in the order of their ids, optionally only those in `ids`. */
export function listedGroups(
  reader: Reader,
  realmId: number,
  { deactivated, ids }: { readonly deactivated: boolean; readonly ids?: readonly number[] },
): Promise<ListedGroup[]> {
  return reader.all(
    sql<ListedGroup>`
      select g.*,
        array(
          select m.user_id from group_member m
          join realm_user p on p.realm_id = m.realm_id and p.id = m.user_id
          where m.realm_id = g.realm_id and m.group_id = g.id and p.is_active
          order by m.user_id
        ) as members,
        array(
          select s.subgroup_id from group_subgroup s
          where s.realm_id = g.realm_id and s.group_id = g.id
          order by s.subgroup_id
        ) as subgroups
      from user_group g
      where g.realm_id = ${realmId} and g.name is not null
        and (${deactivated} or not g.is_deactivated)
        and (${ids === undefined} or g.id = any(${[...(ids ?? [])]}::bigint[]))
      order by g.id`,
  );
}

/** Users of an organization, grouped by the facts that determine their system groups. */
export type UsersByFacts = readonly (SystemGroupFacts & { readonly users: readonly number[] })[];

export type GroupContext = {
  readonly systemGroups: SystemGroupIds;
  readonly usersByFacts: UsersByFacts;
  readonly presentHolder: PresentHolder;
};

export function presentGroup(group: ListedGroup, context: GroupContext): UserGroup {
  return {
    id: group.id,
    name: group.name,
    description: group.description,
    members: group.members,
    direct_subgroup_ids: group.subgroups,
    creator_id: group.creator_id,
    date_created: group.created_at === null ? null : Math.floor(group.created_at.getTime() / 1000),
    is_system_group: group.is_system,
    deactivated: group.is_deactivated,
    ...permissionsOf(group, context),
    ...(group.is_system ? systemGroupProperties(group.name, context) : {}),
  };
}

/** All permissions of system groups belong to `role:nobody`. */
function permissionsOf(
  { is_system, permissions }: ListedGroup,
  { systemGroups, presentHolder }: GroupContext,
): Record<GroupPermission, GroupSettingValue> {
  const holders = holdersOf(groupPermissions, permissions, systemGroups);
  const names = Object.keys(groupPermissions) as GroupPermission[];
  return Object.fromEntries(
    names.map((name) => [name, is_system ? systemGroups['role:nobody'] : presentHolder(holders[name])]),
  ) as Record<GroupPermission, GroupSettingValue>;
}

/** The properties of a system group that follow from the roles of users. */
function systemGroupProperties(
  name: string,
  { systemGroups, usersByFacts }: GroupContext,
): Pick<UserGroup, 'description' | 'members' | 'direct_subgroup_ids'> {
  if (!isSystemGroup(name)) throw new Error(`'${name}' is not a system group.`);
  const inside = subgroupOf(name);
  return {
    description: descriptionOf(name),
    members: usersByFacts
      .filter((facts) => isDirectMember(name, facts))
      .flatMap(({ users }) => users)
      .toSorted((a, b) => a - b),
    direct_subgroup_ids: inside === undefined ? [] : [systemGroups[inside]],
  };
}

type Table = Readonly<Record<string, PermissionSetting>>;

type Holders<T extends Table> = { readonly [K in keyof T]: number };

type Stored = Readonly<Record<string, number>>;

/**
 * The group that holds each permission. Only holders that differ from the default are stored; if the default is the
 * creator and nothing is stored, there is no creator, and `role:nobody` holds the permission.
 */
export function holdersOf<T extends Table>(
  table: T,
  stored: Stored,
  systemGroups: SystemGroupIds,
): Holders<T> {
  return Object.fromEntries(
    Object.entries(table).map(([name, setting]) => [
      name,
      stored[name] ?? defaultHolder(setting, systemGroups),
    ]),
  ) as Holders<T>;
}

/** The holders that differ from the default. */
export function toStored<T extends Table>(
  table: T,
  holders: Holders<T>,
  systemGroups: SystemGroupIds,
): Stored {
  return Object.fromEntries(
    Object.entries(table).flatMap(([name, setting]) => {
      const holder = holders[name];
      return holder === undefined || holder === defaultHolder(setting, systemGroups) ? [] : [[name, holder]];
    }),
  );
}

function defaultHolder({ default: initial }: PermissionSetting, systemGroups: SystemGroupIds): number {
  return systemGroups[isCreator(initial) ? 'role:nobody' : initial];
}

function isCreator(
  initial: PermissionSetting['default'],
): initial is Exclude<PermissionSetting['default'], SystemGroup> {
  return initial === 'channel_creator' || initial === 'group_creator';
}
