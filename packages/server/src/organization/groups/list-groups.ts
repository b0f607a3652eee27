import { groupPermissions } from '@parley/contract/objects/permission-settings.ts';
import type { UserGroup } from '@parley/contract/objects/user-group.ts';
import { q, type Reader, sql } from '../../engine/db/sql.ts';
import { presentGroupSettings } from './present-setting.ts';
import { holdersOf, listedGroups, presentGroup, systemGroupIds, type UsersByFacts } from './rows.ts';

/** The named groups of an organization, as shown to clients. */
export async function listGroups(
  reader: Reader,
  realmId: number,
  wanted: { readonly deactivated: boolean; readonly ids?: readonly number[] },
): Promise<UserGroup[]> {
  const systemGroups = await systemGroupIds(reader, realmId);
  const groups = await listedGroups(reader, realmId, wanted);
  const usersByFacts = groups.some((group) => group.is_system) ? await readUsersByFacts(reader, realmId) : [];
  const holders = groups.flatMap(({ permissions }) =>
    Object.values(holdersOf(groupPermissions, permissions, systemGroups)),
  );
  const presentHolder = await presentGroupSettings(reader, realmId, holders);
  return groups.map((group) => presentGroup(group, { systemGroups, usersByFacts, presentHolder }));
}

function readUsersByFacts(reader: Reader, realmId: number): Promise<UsersByFacts> {
  return reader.all(
    q
      .selectFrom('realm_user')
      .select(['role', 'is_full_member'])
      .select(sql<number[]>`array_agg(id)`.as('users'))
      .where('realm_id', '=', realmId)
      .where('is_active', '=', true)
      .groupBy(['role', 'is_full_member']),
  );
}
