import { systemGroups, type SystemGroup } from '@parley/contract/objects/permission-settings.ts';
import { q, type Reader } from '../db/sql.ts';

export type SystemGroupIds = Readonly<Record<SystemGroup, number>>;

/** The ids that the system groups have in an organization. */
export const systemGroupIds = async (reader: Reader, realmId: number): Promise<SystemGroupIds> => {
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
};
