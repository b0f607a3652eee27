import type { Tx } from '../db/tx.ts';
import { Problem } from '../problem.ts';
import { noSuchPerson } from './access.ts';
import { isSystem, type Actor, type PersonRow } from './person.ts';
import { lockPeople } from './queries.ts';

/**
 * Who acts and on whom, as both are now and stay until the transaction ends: what the credentials said may
 * have changed since they were read.
 */
export const holdPeople = async (
  tx: Tx,
  actor: Actor,
  id: number,
): Promise<{ me: PersonRow; person: PersonRow }> => {
  const rows = await lockPeople(tx, actor.person.id, id);
  const me = rows.find((row) => row.id === actor.person.id);
  const person = rows.find((row) => row.id === id);
  if (me?.is_active !== true) throw new Problem('UNAUTHORIZED', 'The credentials are no longer valid.');
  if (person === undefined || isSystem(person)) throw noSuchPerson();
  return { me, person };
};
