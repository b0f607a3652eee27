import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { Actor } from '../../http/actor.ts';
import { ApiError } from '../../engine/api-error.ts';
import { lockRealm } from '../../engine/db/realm.ts';

/**
 * Who acts, as things are now. The groups of an organization change one request at a time: two requests
 * cannot put two groups into each other, and a group is not deactivated while it is given a permission. Called
 * before anything else is locked.
 */
export async function lockGroups(tx: Tx, actor: Actor): Promise<Actor> {
  const realm = await lockRealm(tx);
  const user = await tx.first(
    q.selectFrom('realm_user').selectAll().where('realm_id', '=', tx.realmId).where('id', '=', actor.user.id),
  );
  if (user?.is_active !== true) throw new ApiError('UNAUTHORIZED', 'The credentials are no longer valid.');
  return { realm, user };
}
