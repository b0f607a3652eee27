import { q, sql } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import type { Holder } from './setting-value.ts';

type List = Exclude<Holder, number>;

/** Makes a group without a name: the people and groups who hold one permission. */
export const createUnnamed = async (tx: Tx, list: List): Promise<number> => {
  const group = await tx.first(
    q.insertInto('user_group').values({ realm_id: tx.realmId, name: null }).returning('id'),
  );
  if (group === undefined) throw new Error('The group was not made.');
  await enlist(tx, group.id, list);
  return group.id;
};

/** The one-person list of somebody who made something. */
export const createdBy = (tx: Tx, creatorId: number): Promise<number> =>
  createUnnamed(tx, { direct_members: [creatorId], direct_subgroups: [] });

/** Lists others in the place of those who were listed. */
export const relistUnnamed = async (tx: Tx, groupId: number, list: List): Promise<void> => {
  await tx.all(sql`delete from group_member where realm_id = ${tx.realmId} and group_id = ${groupId}`);
  await tx.all(sql`delete from group_subgroup where realm_id = ${tx.realmId} and group_id = ${groupId}`);
  await enlist(tx, groupId, list);
};

/** The permission is no longer held by a list. */
export const dropUnnamed = async (tx: Tx, groupId: number): Promise<void> => {
  await tx.all(
    q
      .deleteFrom('user_group')
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', groupId)
      .where('name', 'is', null),
  );
};

/** In the order of their ids: each row locks the account or the group that it names. */
export const enlist = async (
  tx: Tx,
  groupId: number,
  { direct_members, direct_subgroups }: List,
): Promise<void> => {
  await tx.all(
    sql`insert into group_member (realm_id, group_id, person_id)
        select ${tx.realmId}, ${groupId}, id from unnest(${direct_members}::bigint[]) as id order by id`,
  );
  await tx.all(
    sql`insert into group_subgroup (realm_id, group_id, subgroup_id)
        select ${tx.realmId}, ${groupId}, id from unnest(${direct_subgroups}::bigint[]) as id order by id`,
  );
};
