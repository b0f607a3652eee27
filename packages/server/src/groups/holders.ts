import type { PermissionSetting, SystemGroup } from '@parley/contract/objects/permission-settings.ts';
import type { SystemGroupIds } from './queries.ts';

type Table = Readonly<Record<string, PermissionSetting>>;
type Holders<T extends Table> = { readonly [K in keyof T]: number };
type Stored = Readonly<Record<string, number>>;

/**
 * The group that holds each permission of a kind. Only what differs from the standard is stored; where the
 * creator is the standard and nothing is stored, there is no creator, and nobody holds the permission.
 */
export const holdersOf = <T extends Table>(
  table: T,
  stored: Stored,
  systemGroups: SystemGroupIds,
): Holders<T> =>
  Object.fromEntries(
    Object.entries(table).map(([name, setting]) => [
      name,
      stored[name] ?? standardHolder(setting, systemGroups),
    ]),
  ) as Holders<T>;

/** What of the holders is stored. */
export const toStored = <T extends Table>(
  table: T,
  holders: Holders<T>,
  systemGroups: SystemGroupIds,
): Stored =>
  Object.fromEntries(
    Object.entries(table).flatMap(([name, setting]) => {
      const holder = holders[name];
      return holder === undefined || holder === standardHolder(setting, systemGroups) ? [] : [[name, holder]];
    }),
  );

const standardHolder = ({ default: standard }: PermissionSetting, systemGroups: SystemGroupIds): number =>
  systemGroups[isCreator(standard) ? 'role:nobody' : standard];

const isCreator = (
  standard: PermissionSetting['default'],
): standard is Exclude<PermissionSetting['default'], SystemGroup> =>
  standard === 'channel_creator' || standard === 'group_creator';
