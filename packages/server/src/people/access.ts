import { q, type Reader } from '../db/sql.ts';
import { badRequest, type Problem } from '../problem.ts';
import type { RealmRow } from '../realm/realm.ts';
import { isBot, isGuest, type Actor, type PersonRow } from './person.ts';

type Realm = Pick<RealmRow, 'id' | 'permissions'>;

/** Somebody whom the actor may see. Who is hidden looks like nobody. */
export const accessPerson = async (reader: Reader, actor: Actor, id: number): Promise<PersonRow> => {
  const person = await reader.first(
    q.selectFrom('person').selectAll().where('realm_id', '=', actor.realm.id).where('id', '=', id),
  );
  if (person === undefined || !canSee(await hidesPeople(reader, actor.realm), actor.person, person))
    throw noSuchPerson();
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
  return group?.name !== 'role:everyone';
};

/** Guests from whom people are hidden still see themselves and all bots. */
export const canSee = (
  hidden: boolean,
  reader: Pick<PersonRow, 'id' | 'role'>,
  person: Pick<PersonRow, 'id' | 'bot_type'>,
): boolean => !hidden || !isGuest(reader) || reader.id === person.id || isBot(person);
