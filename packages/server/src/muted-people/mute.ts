import { q } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { only } from '../log/audience.ts';
import { markPersonRead } from '../messages/reading/mark-person-read.ts';
import { accessPerson } from '../people/access.ts';
import { holdSelf } from '../people/hold-self.ts';
import type { Actor } from '../people/person.ts';
import { badRequest } from '../problem.ts';
import { mutedBy } from './queries.ts';

/** What the muted person has written is read from then on, and what they write later is from the start. */
export const mutePerson = async (tx: Tx, actor: Actor, id: number, now: number): Promise<void> => {
  if (id === actor.person.id) throw badRequest('Nobody can mute themselves.');
  const muted = await accessPerson(tx, actor, id);
  await holdSelf(tx, actor);
  const row = {
    realm_id: tx.realmId,
    person_id: actor.person.id,
    muted_id: muted.id,
    muted_at: new Date(now),
  };
  const added = await tx.first(
    q
      .insertInto('muted_person')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('muted_id'),
  );
  if (added === undefined) throw badRequest('This person is muted already.');
  await tell(tx, actor);
  await markPersonRead(tx, actor, muted.id);
};

/** Whoever was muted can be unmuted, also somebody who is hidden by now. */
export const unmutePerson = async (tx: Tx, actor: Actor, id: number): Promise<void> => {
  await holdSelf(tx, actor);
  const removed = await tx.first(
    q
      .deleteFrom('muted_person')
      .where('realm_id', '=', tx.realmId)
      .where('person_id', '=', actor.person.id)
      .where('muted_id', '=', id)
      .returning('muted_id'),
  );
  if (removed === undefined) throw badRequest('This person is not muted.');
  await tell(tx, actor);
};

const tell = async (tx: Tx, { person }: Actor): Promise<void> => {
  tx.emit(only(person.id), { type: 'muted_users', muted_users: await mutedBy(tx, person) });
};
