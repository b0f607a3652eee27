import { groupPermissions } from '@parley/contract/objects/permission-settings.ts';
import type { UserGroup } from '@parley/contract/objects/user-group.ts';
import { q, sql, type Reader } from '../db/sql.ts';
import { holdersOf } from './holders.ts';
import { presentGroup, type PeopleByStanding } from './present.ts';
import { presentGroupSettings } from './present-setting.ts';
import { listedGroups, systemGroupIds } from './queries.ts';

/** The named groups of an organization as clients see them. */
export const listGroups = async (
  reader: Reader,
  realmId: number,
  wanted: { readonly deactivated: boolean; readonly ids?: readonly number[] },
): Promise<UserGroup[]> => {
  const systemGroups = await systemGroupIds(reader, realmId);
  const groups = await listedGroups(reader, realmId, wanted);
  const standings = groups.some((group) => group.is_system) ? await peopleByStanding(reader, realmId) : [];
  const holders = groups.flatMap(({ permissions }) =>
    Object.values(holdersOf(groupPermissions, permissions, systemGroups)),
  );
  const presentHolder = await presentGroupSettings(reader, realmId, holders);
  return groups.map((group) => presentGroup(group, { systemGroups, standings, presentHolder }));
};

const peopleByStanding = (reader: Reader, realmId: number): Promise<PeopleByStanding> =>
  reader.all(
    q
      .selectFrom('person')
      .select(['role', 'is_full_member'])
      .select(sql<number[]>`array_agg(id)`.as('people'))
      .where('realm_id', '=', realmId)
      .where('is_active', '=', true)
      .groupBy(['role', 'is_full_member']),
  );
