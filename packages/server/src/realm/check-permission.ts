import type { GroupSettingChange, GroupSettingInput } from '@parley/contract/objects/group-setting.ts';
import {
  realmPermissions,
  type PermissionSetting,
  type RealmPermission,
  type SystemGroup,
} from '@parley/contract/objects/permission-settings.ts';
import { q, sql, type Reader } from '../db/sql.ts';
import type { SystemGroupIds } from '../groups/queries.ts';
import { badRequest, Problem } from '../problem.ts';

/** Who is to hold a permission, in its simplest form: a group, or people and groups that were listed. */
type Holder = number | { readonly members: readonly number[]; readonly groups: readonly number[] };

export type PermissionChange = {
  readonly realmId: number;
  readonly name: RealmPermission;
  readonly change: GroupSettingChange;
  /** The group that holds the permission now. */
  readonly current: number;
  readonly systemGroups: SystemGroupIds;
};

/** The group that is to hold a permission from now on; refuses what cannot. */
export const checkPermission = async (reader: Reader, asked: PermissionChange): Promise<number> => {
  const { change, current, systemGroups } = asked;
  const holder = simplest(change.new, systemGroups);
  if (change.old !== undefined && simplest(change.old, systemGroups) !== current)
    throw new Problem('EXPECTATION_MISMATCH', 'Somebody else has changed this permission meanwhile.', {
      extra: { field_name: 'old' },
    });
  if (holder === current) return current;
  if (typeof holder !== 'number') return refuseList(reader, asked, holder);
  if (asked.name === 'workplace_users_group')
    throw badRequest('This server does not tell workplace users apart.');
  await checkGroup(reader, asked, holder);
  return holder;
};

const simplest = (input: GroupSettingInput, systemGroups: SystemGroupIds): Holder => {
  if (typeof input === 'number') return input;
  const { direct_members: members, direct_subgroups: groups } = input;
  const [only, ...more] = groups;
  if (members.length > 0 || more.length > 0) return { members, groups };
  return only ?? systemGroups['role:nobody'];
};

const checkGroup = async (reader: Reader, { realmId, name }: PermissionChange, id: number): Promise<void> => {
  const group = await reader.first(
    q
      .selectFrom('user_group')
      .select(['name', 'is_system', 'is_deactivated'])
      .where('realm_id', '=', realmId)
      .where('id', '=', id)
      .where('name', 'is not', null),
  );
  if (group === undefined) throw badRequest('There is no such group.');
  if (group.is_deactivated) throw badRequest('The group is deactivated.');
  const setting: PermissionSetting = realmPermissions[name];
  if (!group.is_system) {
    if (setting.systemOnly) throw systemGroupRequired(name);
    return;
  }
  if (!isFit(setting, group.name as SystemGroup))
    throw badRequest(`The permission '${name}' cannot be given to the group '${group.name}'.`);
};

/** Whether a system group may hold a permission. */
export const isFit = (setting: PermissionSetting, group: SystemGroup): boolean => {
  if (group === 'role:internet') return false;
  if (group === 'role:nobody' && !setting.nobody) return false;
  if (group === 'role:everyone' && !setting.everyone) return false;
  return setting.allowed.length === 0 || setting.allowed.includes(group);
};

const systemGroupRequired = (name: string): Problem =>
  new Problem('SYSTEM_GROUP_REQUIRED', `The permission '${name}' needs a system group.`, {
    extra: { setting_name: name },
  });

/** Groups that people put together themselves come later; what is wrong with a list is said all the same. */
const refuseList = async (
  reader: Reader,
  { realmId, name }: PermissionChange,
  { members, groups }: Exclude<Holder, number>,
): Promise<never> => {
  if (realmPermissions[name].systemOnly) throw systemGroupRequired(name);
  const people = await reader.all(
    q
      .selectFrom('person')
      .select('id')
      .where('realm_id', '=', realmId)
      .where('is_active', '=', true)
      .where('id', '=', sql<number>`any(${[...members]}::bigint[])`),
  );
  if (people.length < new Set(members).size) throw badRequest('There is no such person.');
  const subgroups = await reader.all(
    q
      .selectFrom('user_group')
      .select('id')
      .where('realm_id', '=', realmId)
      .where('is_deactivated', '=', false)
      .where('name', 'is not', null)
      .where('id', '=', sql<number>`any(${[...groups]}::bigint[])`),
  );
  if (subgroups.length < new Set(groups).size) throw badRequest('There is no such group.');
  throw badRequest('For now a permission is held by exactly one group; lists are not supported yet.');
};
