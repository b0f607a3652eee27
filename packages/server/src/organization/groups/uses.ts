import type { GroupObjection } from '@parley/contract/objects/user-group.ts';
import { sql, type Reader } from '../../engine/db/sql.ts';

/** Something whose permissions some groups hold: which of them, and which group holds each. */
export type Use = {
  readonly kind: 'realm' | 'user_group' | 'channel';
  readonly id: number;
  readonly held: Readonly<Record<string, number>>;
};

/**
 * Where some groups, with or without a name, hold permissions. Deactivated groups and archived channels count
 * only when they are asked for.
 */
export async function usesOf(
  reader: Reader,
  realmId: number,
  groupIds: readonly number[],
  { retired }: { readonly retired: boolean },
): Promise<Use[]> {
  return groupIds.length === 0
    ? []
    : reader.all(
        sql<Use>`
          with place (kind, id, permissions) as (
            select 'realm', id, permissions from realm where id = ${realmId}
            union all
            select 'user_group', id, permissions from user_group
            where realm_id = ${realmId} and name is not null and (${retired} or not is_deactivated)
            union all
            select 'channel', id, permissions from channel
            where realm_id = ${realmId} and (${retired} or not is_archived)
          )
          select place.kind, place.id, jsonb_object_agg(held.name, held.group_id::bigint) as held
          from place, jsonb_each_text(place.permissions) as held (name, group_id)
          where held.group_id::bigint = any(${[...groupIds]}::bigint[])
          group by place.kind, place.id
          order by place.kind, place.id`,
      );
}

/** What keeps a group from being deactivated. That it holds permissions of its own does not. */
export async function objectionsTo(
  reader: Reader,
  realmId: number,
  groupId: number,
): Promise<GroupObjection[]> {
  const around = await reader.all(
    sql<{ id: number; is_named: boolean; is_deactivated: boolean }>`
      select g.id, g.name is not null as is_named, g.is_deactivated
      from group_subgroup s join user_group g on g.realm_id = s.realm_id and g.id = s.group_id
      where s.realm_id = ${realmId} and s.subgroup_id = ${groupId}
      order by g.id`,
  );
  const supergroup_ids = around
    .filter((group) => group.is_named && !group.is_deactivated)
    .map(({ id }) => id);
  const lists = around.filter((group) => !group.is_named).map(({ id }) => id);
  const uses = await usesOf(reader, realmId, [groupId, ...lists], { retired: false });
  const byOthers = uses.filter(({ kind, id }) => kind !== 'user_group' || id !== groupId);
  const objections = byOthers.map(objectionOf);
  return supergroup_ids.length === 0 ? objections : [{ type: 'subgroup', supergroup_ids }, ...objections];
}

function objectionOf({ kind, id, held }: Use): GroupObjection {
  const settings = Object.keys(held).toSorted();
  if (kind === 'channel') return { type: 'channel', channel_id: id, settings };
  if (kind === 'user_group') return { type: 'user_group', group_id: id, settings };
  return { type: 'realm', settings };
}
