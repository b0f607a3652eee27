import { q, sql, type Reader } from '../db/sql.ts';
import { badRequest, type Problem } from '../problem.ts';
import type { RealmRow } from '../realm/realm.ts';
import { acquaintancesOf } from './acquaintance.ts';
import { isBot, isGuest, type Actor, type PersonRow } from './person.ts';

type Realm = Pick<RealmRow, 'id' | 'permissions'>;

/** Somebody whom the actor may see. Who is hidden looks like nobody. */
export const accessPerson = async (reader: Reader, actor: Actor, id: number): Promise<PersonRow> => {
  const person = await reader.first(
    q.selectFrom('person').selectAll().where('realm_id', '=', actor.realm.id).where('id', '=', id),
  );
  if (person === undefined || !(await eyesOf(reader, actor, [id]))(person)) throw noSuchPerson();
  return person;
};

export const noSuchPerson = (): Problem => badRequest('There is no such person.');

/** Whether guests of an organization see only a part of its people. */
export const hidesPeople = async (reader: Reader, { id, permissions }: Realm): Promise<boolean> => {
  const groupId = permissions['can_access_all_users_group'];
  if (groupId === undefined) return false;
  const group = await reader.first(
    q.selectFrom('user_group').select('name').where('realm_id', '=', id).where('id', '=', groupId),
  );
  return group !== undefined && isHiding(group.name);
};

/** The same as it is now, for whoever holds people whose sight the answer decides. */
export const hidesPeopleNow = async (reader: Reader, realmId: number): Promise<boolean> => {
  const group = await reader.first(
    sql<{ name: string | null }>`
      select g.name from realm r
      join user_group g on g.realm_id = r.id and g.id = (r.permissions->>'can_access_all_users_group')::bigint
      where r.id = ${realmId}`,
  );
  return group !== undefined && isHiding(group.name);
};

const isHiding = (group: string | null): boolean => group !== 'role:everyone';

/** Tells whether somebody may be seen. */
export type Sees = (person: Pick<PersonRow, 'id' | 'bot_type'>) => boolean;

const everybody: Sees = () => true;

/**
 * Whom the actor may see. Guests from whom people are hidden see themselves, all bots, and with whom they share a
 * channel or a direct conversation. Who will ask about some people only names them.
 */
export const eyesOf = async (
  reader: Reader,
  { realm, person }: { readonly realm: Realm; readonly person: Pick<PersonRow, 'id' | 'role'> },
  among?: Iterable<number>,
): Promise<Sees> => {
  if (!isGuest(person) || !(await hidesPeople(reader, realm))) return everybody;
  const ids = among === undefined ? undefined : [...among];
  const known = await acquaintancesOf(reader, realm.id, [person.id], ids);
  const seen = new Set(known.map(({ person_id }) => person_id));
  return (other) => other.id === person.id || isBot(other) || seen.has(other.id);
};
