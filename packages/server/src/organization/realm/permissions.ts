import { type RealmPermission, realmPermissions } from '@parley/contract/objects/permission-settings.ts';
import type { RealmRow } from '../../engine/db/realm.ts';
import { holdersOf, type SystemGroupIds, toStored } from '../groups/rows.ts';

export type GrantedPermissions = Readonly<Record<RealmPermission, number>>;

/** The id of the group that holds each organization-wide permission. */
export function permissionsOf(
  realm: Pick<RealmRow, 'permissions'>,
  groups: SystemGroupIds,
): GrantedPermissions {
  return holdersOf(realmPermissions, realm.permissions, groups);
}

export function storedPermissions(
  held: GrantedPermissions,
  groups: SystemGroupIds,
): Readonly<Record<string, number>> {
  return toStored(realmPermissions, held, groups);
}
