import { realmPermissions, type RealmPermission } from '@parley/contract/objects/permission-settings.ts';
import { holdersOf, toStored } from '../groups/holders.ts';
import type { SystemGroupIds } from '../groups/queries.ts';
import type { RealmRow } from './realm.ts';

export type HeldPermissions = Readonly<Record<RealmPermission, number>>;

/** Who holds each permission of an organization: the id of a group. */
export const permissionsOf = (
  realm: Pick<RealmRow, 'permissions'>,
  groups: SystemGroupIds,
): HeldPermissions => holdersOf(realmPermissions, realm.permissions, groups);

export const storedPermissions = (
  held: HeldPermissions,
  groups: SystemGroupIds,
): Readonly<Record<string, number>> => toStored(realmPermissions, held, groups);
