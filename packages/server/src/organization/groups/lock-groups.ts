import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { Actor } from '../../http/actor.ts';
import { ApiError } from '../../engine/api-error.ts';
import { lockRealm } from '../../engine/db/realm.ts';

/**
 * Locks the organization and returns the actor's current state. Serializes group changes, so that concurrent requests
 * cannot create a cycle or grant a permission to a group that is being deactivated. To avoid deadlocks, call it
 * before taking other locks.
 */
export async function lockGroups(tx: Tx, actor: Actor): Promise<Actor> {
  const realm = await lockRealm(tx);
  const user = await tx.first(
    q.selectFrom('realm_user').selectAll().where('realm_id', '=', tx.realmId).where('id', '=', actor.user.id),
  );
  if (user?.is_active !== true) throw new ApiError('UNAUTHORIZED', 'The credentials are no longer valid.');
  return { realm, user };
}
