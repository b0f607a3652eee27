import type { Tx } from '../../engine/db/tx.ts';
import { ApiError } from '../../engine/api-error.ts';
import { noSuchUser } from './access.ts';
import { isSystem, type Actor, type UserRow } from '../../http/actor.ts';
import { lockUsers } from './queries.ts';

/**
 * Locks the actor and the affected user and returns their current rows: the actor's row may have changed since the
 * request was authenticated.
 */
export async function lockWithActor(
  tx: Tx,
  actor: Actor,
  id: number,
): Promise<{ me: UserRow; user: UserRow }> {
  const rows = await lockUsers(tx, actor.user.id, id);
  const me = rows.find((row) => row.id === actor.user.id);
  const user = rows.find((row) => row.id === id);
  if (me?.is_active !== true) throw new ApiError('UNAUTHORIZED', 'The credentials are no longer valid.');
  if (user === undefined || isSystem(user)) throw noSuchUser();
  return { me, user };
}
