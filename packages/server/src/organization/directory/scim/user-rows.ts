import { q, sql, type Reader } from '../../../engine/db/sql.ts';
import { SYSTEM_ROLE } from '../../../http/actor.ts';
import { SCIM_PROVIDER } from '../identities.ts';
import { conditionsOf, idIn, type Asked, type Conditions, type ListedPage } from './list.ts';

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';

export type ScimUserRow = {
  readonly id: number;
  readonly role: number;
  readonly delivery_email: string;
  readonly full_name: string;
  readonly is_active: boolean;
  readonly date_joined: Date;
  readonly external_id: string | null;
};

const address = (value: string) => sql<boolean>`lower(u.delivery_email) = lower(${value})`;
const name = (value: string) => sql<boolean>`u.full_name = ${value}`;

const CONDITIONS: Conditions = {
  id: (value) => sql<boolean>`u.id = ${idIn(value)}`,
  username: address,
  'emails.value': address,
  emails: address,
  externalid: (value) => sql<boolean>`i.subject = ${value}`,
  displayname: name,
  'name.formatted': name,
  active: (value) => sql<boolean>`u.is_active = ${value === 'true'}`,
};

/** The people of an organization: no bots, no accounts of the server, none that were deleted. */
function peopleOf(realmId: number) {
  return q
    .selectFrom('realm_user as u')
    .leftJoin('identity as i', (join) =>
      join
        .onRef('i.realm_id', '=', 'u.realm_id')
        .onRef('i.user_id', '=', 'u.id')
        .on('i.provider', '=', SCIM_PROVIDER),
    )
    .where('u.realm_id', '=', realmId)
    .where('u.bot_type', 'is', null)
    .where('u.role', '!=', SYSTEM_ROLE)
    .where('u.is_deleted', '=', false);
}

export async function listPeople(
  reader: Reader,
  realmId: number,
  asked: Asked,
): Promise<ListedPage<ScimUserRow>> {
  const conditions = conditionsOf(asked.comparisons, CONDITIONS);
  const matching = conditions.reduce((query, condition) => query.where(condition), peopleOf(realmId));
  const counted = await reader.first(matching.select(sql<number>`count(*)`.as('total')));
  const resources =
    asked.count === 0
      ? []
      : await reader.all(
          matching
            .select(['u.id', 'u.role', 'u.delivery_email', 'u.full_name', 'u.is_active', 'u.date_joined'])
            .select('i.subject as external_id')
            .orderBy('u.id')
            .offset(asked.startIndex - 1)
            .limit(asked.count),
        );
  return { total: counted?.total ?? 0, resources };
}

export async function findPerson(
  reader: Reader,
  realmId: number,
  id: string,
): Promise<ScimUserRow | undefined> {
  const asked = { comparisons: [{ attribute: 'id', value: id }], startIndex: 1, count: 1 };
  return (await listPeople(reader, realmId, asked)).resources[0];
}

type GroupOfUser = { readonly user_id: number; readonly id: number; readonly name: string };

/** The user groups of people, by their ids. */
export async function groupsOfPeople(
  reader: Reader,
  realmId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly GroupOfUser[]>> {
  const rows = await reader.all(
    sql<GroupOfUser>`
      select m.user_id, g.id, g.name from group_member m
      join user_group g on g.realm_id = m.realm_id and g.id = m.group_id
      where m.realm_id = ${realmId} and m.user_id = any(${[...ids]}::bigint[])
        and g.name is not null and not g.is_system and not g.is_deactivated
      order by g.id`,
  );
  return Map.groupBy(rows, ({ user_id }) => user_id);
}

export function presentPerson(row: ScimUserRow, groups: readonly GroupOfUser[], base: string) {
  const { id, delivery_email, full_name, external_id, is_active, date_joined } = row;
  return {
    schemas: [USER_SCHEMA],
    id: String(id),
    ...(external_id === null ? {} : { externalId: external_id }),
    userName: delivery_email,
    name: { formatted: full_name },
    displayName: full_name,
    active: is_active,
    emails: [{ value: delivery_email, type: 'work', primary: true }],
    groups: groups.map((group) => ({ value: String(group.id), display: group.name, type: 'direct' })),
    meta: { resourceType: 'User', created: date_joined.toISOString(), location: `${base}/Users/${id}` },
  };
}
