import {
  realmPermissions,
  type RealmPermission,
  type SystemGroup,
} from '@parley/contract/objects/permission-settings.ts';
import type { SystemGroupIds } from '../groups/queries.ts';
import type { RealmRow } from './realm.ts';

export type HeldPermissions = Readonly<Record<RealmPermission, number>>;

/** Who holds each permission of an organization: the id of a group. */
export const permissionsOf = (
  realm: Pick<RealmRow, 'permissions'>,
  groups: SystemGroupIds,
): HeldPermissions =>
  Object.fromEntries(
    Object.entries(realmPermissions).map(([name, { default: standard }]) => [
      name,
      realm.permissions[name] ?? groups[standard as SystemGroup],
    ]),
  ) as HeldPermissions;
