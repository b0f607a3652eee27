import { q, sql, type Reader } from '../../../engine/db/sql.ts';
import { conditionsOf, idIn, type Asked, type Conditions, type ListedPage } from './list.ts';

export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';

export type ScimGroupRow = {
  readonly id: number;
  readonly name: string | null;
  readonly external_id: string | null;
};

const hasMember = (value: string) => sql<boolean>`exists (
  select from group_member m where m.realm_id = g.realm_id and m.group_id = g.id and m.user_id = ${idIn(value)})`;

const CONDITIONS: Conditions = {
  id: (value) => sql<boolean>`g.id = ${idIn(value)}`,
  displayname: (value) => sql<boolean>`g.name = ${value}`,
  externalid: (value) => sql<boolean>`d.external_id = ${value}`,
  members: hasMember,
  'members.value': hasMember,
};

/** The user groups of an organization, those of the server and deactivated ones excepted. */
function groupsOf(realmId: number) {
  return q
    .selectFrom('user_group as g')
    .leftJoin('directory_group as d', (join) =>
      join.onRef('d.realm_id', '=', 'g.realm_id').onRef('d.group_id', '=', 'g.id'),
    )
    .where('g.realm_id', '=', realmId)
    .where('g.name', 'is not', null)
    .where('g.is_system', '=', false)
    .where('g.is_deactivated', '=', false);
}

export async function listScimGroups(
  reader: Reader,
  realmId: number,
  asked: Asked,
): Promise<ListedPage<ScimGroupRow>> {
  const conditions = conditionsOf(asked.comparisons, CONDITIONS);
  const matching = conditions.reduce((query, condition) => query.where(condition), groupsOf(realmId));
  const counted = await reader.first(matching.select(sql<number>`count(*)`.as('total')));
  const resources =
    asked.count === 0
      ? []
      : await reader.all(
          matching
            .select(['g.id', 'g.name', 'd.external_id'])
            .orderBy('g.id')
            .offset(asked.startIndex - 1)
            .limit(asked.count),
        );
  return { total: counted?.total ?? 0, resources };
}

export async function findScimGroup(
  reader: Reader,
  realmId: number,
  id: string,
): Promise<ScimGroupRow | undefined> {
  const asked = { comparisons: [{ attribute: 'id', value: id }], startIndex: 1, count: 1 };
  return (await listScimGroups(reader, realmId, asked)).resources[0];
}

/** The people of groups, deactivated ones too. Bots in a group are not those of the directory. */
export async function peopleInGroups(
  reader: Reader,
  realmId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const rows = await reader.all(
    sql<{ group_id: number; user_id: number }>`
      select m.group_id, m.user_id from group_member m
      join realm_user u on u.realm_id = m.realm_id and u.id = m.user_id
      where m.realm_id = ${realmId} and m.group_id = any(${[...ids]}::bigint[])
        and u.bot_type is null and not u.is_deleted
      order by m.user_id`,
  );
  const groups = Map.groupBy(rows, ({ group_id }) => group_id);
  return new Map([...groups].map(([id, members]) => [id, members.map(({ user_id }) => user_id)]));
}

/** Without members where the directory did not ask for them. */
export function presentScimGroup(row: ScimGroupRow, members: readonly number[] | undefined, base: string) {
  const { id, name, external_id } = row;
  return {
    schemas: [GROUP_SCHEMA],
    id: String(id),
    ...(external_id === null ? {} : { externalId: external_id }),
    displayName: name,
    ...(members === undefined
      ? {}
      : { members: members.map((userId) => ({ value: String(userId), type: 'User' })) }),
    meta: { resourceType: 'Group', location: `${base}/Groups/${id}` },
  };
}
