import { systemGroups, type SystemGroup } from '@parley/contract/objects/permission-settings.ts';
import type { Selectable } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { q, sql, type Reader } from '../db/sql.ts';

export type SystemGroupIds = Readonly<Record<SystemGroup, number>>;

/** A group with a name, of the roles or of people. */
export type GroupRow = Selectable<Schema['user_group']> & { readonly name: string };

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

/** A group as it is listed; the lists of system groups follow from the roles and are empty here. */
export type ListedGroup = GroupRow & { readonly members: number[]; readonly subgroups: number[] };

/** Named groups in the order of their ids, or those of them that are asked for. */
export const listedGroups = (
  reader: Reader,
  realmId: number,
  { deactivated, ids }: { readonly deactivated: boolean; readonly ids?: readonly number[] },
): Promise<ListedGroup[]> =>
  reader.all(
    sql<ListedGroup>`
      select g.*,
        array(
          select m.person_id from group_member m
          join person p on p.realm_id = m.realm_id and p.id = m.person_id
          where m.realm_id = g.realm_id and m.group_id = g.id and p.is_active
          order by m.person_id
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
