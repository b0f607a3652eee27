import { q } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import type { Actor } from '../people/person.ts';
import { Problem } from '../problem.ts';
import { lockRealm } from '../realm/realm.ts';

/**
 * Who acts, as things are now. The groups of an organization change one request at a time: two requests
 * cannot put two groups into each other, and a group is not deactivated while it is given a permission. Called
 * before anything else is locked.
 */
export const holdGroups = async (tx: Tx, actor: Actor): Promise<Actor> => {
  const realm = await lockRealm(tx);
  const person = await tx.first(
    q.selectFrom('person').selectAll().where('realm_id', '=', tx.realmId).where('id', '=', actor.person.id),
  );
  if (person?.is_active !== true) throw new Problem('UNAUTHORIZED', 'The credentials are no longer valid.');
  return { realm, person };
};
