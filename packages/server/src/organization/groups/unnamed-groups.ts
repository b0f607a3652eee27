import { q, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { Holder } from './setting-value.ts';

type List = Exclude<Holder, number>;

/** Makes a group without a name: the users and groups who hold one permission. */
export async function createUnnamed(tx: Tx, list: List): Promise<number> {
  const group = await tx.first(
    q.insertInto('user_group').values({ realm_id: tx.realmId, name: null }).returning('id'),
  );
  if (group === undefined) throw new Error('The group was not made.');
  await enlist(tx, group.id, list);
  return group.id;
}

/** The one-user list of somebody who made something. */
export function createdBy(tx: Tx, creatorId: number): Promise<number> {
  return createUnnamed(tx, { direct_members: [creatorId], direct_subgroups: [] });
}

/** Lists others in the place of those who were listed. */
export async function relistUnnamed(tx: Tx, groupId: number, list: List): Promise<void> {
  await tx.all(sql`delete from group_member where realm_id = ${tx.realmId} and group_id = ${groupId}`);
  await tx.all(sql`delete from group_subgroup where realm_id = ${tx.realmId} and group_id = ${groupId}`);
  await enlist(tx, groupId, list);
}

/** The permission is no longer held by a list. */
export async function dropUnnamed(tx: Tx, groupId: number): Promise<void> {
  await tx.all(
    q
      .deleteFrom('user_group')
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', groupId)
      .where('name', 'is', null),
  );
}

/** In the order of their ids: each row locks the account or the group that it names. */
export async function enlist(
  tx: Tx,
  groupId: number,
  { direct_members, direct_subgroups }: List,
): Promise<void> {
  await tx.all(
    sql`insert into group_member (realm_id, group_id, user_id)
        select ${tx.realmId}, ${groupId}, id from unnest(${direct_members}::bigint[]) as id order by id`,
  );
  await tx.all(
    sql`insert into group_subgroup (realm_id, group_id, subgroup_id)
        select ${tx.realmId}, ${groupId}, id from unnest(${direct_subgroups}::bigint[]) as id order by id`,
  );
}
