import {
  realmPermissions,
  type RealmPermission,
  type SystemGroup,
} from '@parley/contract/objects/permission-settings.ts';
import { q, type Reader } from '../db/sql.ts';
import type { RealmRow } from './realm.ts';

/** The ids of an organization's system groups. */
export type SystemGroupIds = ReadonlyMap<SystemGroup, number>;

export const readSystemGroups = async (reader: Reader, realmId: number): Promise<SystemGroupIds> => {
  const rows = await reader.all(
    q
      .selectFrom('user_group')
      .select(['id', 'name'])
      .where('realm_id', '=', realmId)
      .where('is_system', '=', true),
  );
  return new Map(rows.map((row) => [row.name as SystemGroup, row.id]));
};

/** Who holds each permission of an organization: the id of a group. */
export const permissionsOf = (
  realm: Pick<RealmRow, 'permissions'>,
  groups: SystemGroupIds,
): Record<RealmPermission, number> =>
  Object.fromEntries(
    Object.entries(realmPermissions).map(([name, { default: standard }]) => [
      name,
      realm.permissions[name] ?? groupId(groups, standard as SystemGroup),
    ]),
  ) as Record<RealmPermission, number>;

export const groupId = (groups: SystemGroupIds, name: SystemGroup): number => {
  const id = groups.get(name);
  if (id === undefined) throw new Error(`The organization has no group ${name}.`);
  return id;
};

export const groupName = (groups: SystemGroupIds, id: number): SystemGroup | undefined => {
  for (const [name, known] of groups) if (known === id) return name;
  return undefined;
};
