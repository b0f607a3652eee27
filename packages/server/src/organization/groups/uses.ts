import type { GroupObjection } from '@parley/contract/objects/user-group.ts';
import { sql, type Reader } from '../../engine/db/sql.ts';

/** An object with permissions that are granted to given groups: `held` maps each such permission to its group. */
export type PermissionUse = {
  readonly kind: 'realm' | 'user_group' | 'channel';
  readonly id: number;
  readonly held: Readonly<Record<string, number>>;
};

/**
 * The objects with permissions granted to given groups. Deactivated groups and archived channels are included only
 * with `includeInactive`.
 */
export async function usesOf(
  reader: Reader,
  realmId: number,
  groupIds: readonly number[],
  { includeInactive }: { readonly includeInactive: boolean },
): Promise<PermissionUse[]> {
  return groupIds.length === 0
    ? []
    : reader.all(
        sql<PermissionUse>`
          with target (kind, id, permissions) as (
            select 'realm', id, permissions from realm where id = ${realmId}
            union all
            select 'user_group', id, permissions from user_group
            where realm_id = ${realmId} and name is not null and (${includeInactive} or not is_deactivated)
            union all
            select 'channel', id, permissions from channel
            where realm_id = ${realmId} and (${includeInactive} or not is_archived)
          )
          select target.kind, target.id, jsonb_object_agg(held.name, held.group_id::bigint) as held
          from target, jsonb_each_text(target.permissions) as held (name, group_id)
          where held.group_id::bigint = any(${[...groupIds]}::bigint[])
          group by target.kind, target.id
          order by target.kind, target.id`,
      );
}

/** The uses that prevent the deactivation of a group; permissions on the group itself do not count. */
export async function objectionsTo(
  reader: Reader,
  realmId: number,
  groupId: number,
): Promise<GroupObjection[]> {
  const parents = await reader.all(
    sql<{ id: number; is_named: boolean; is_deactivated: boolean }>`
      select g.id, g.name is not null as is_named, g.is_deactivated
      from group_subgroup s join user_group g on g.realm_id = s.realm_id and g.id = s.group_id
      where s.realm_id = ${realmId} and s.subgroup_id = ${groupId}
      order by g.id`,
  );
  const supergroup_ids = parents
    .filter((group) => group.is_named && !group.is_deactivated)
    .map(({ id }) => id);
  const unnamed = parents.filter((group) => !group.is_named).map(({ id }) => id);
  const uses = await usesOf(reader, realmId, [groupId, ...unnamed], { includeInactive: false });
  const otherUses = uses.filter(({ kind, id }) => kind !== 'user_group' || id !== groupId);
  const objections = otherUses.map(objectionOf);
  return supergroup_ids.length === 0 ? objections : [{ type: 'subgroup', supergroup_ids }, ...objections];
}

function objectionOf({ kind, id, held }: PermissionUse): GroupObjection {
  const settings = Object.keys(held).toSorted();
  if (kind === 'channel') return { type: 'channel', channel_id: id, settings };
  if (kind === 'user_group') return { type: 'user_group', group_id: id, settings };
  return { type: 'realm', settings };
}
