import { markUserRead } from '../messages/reading/mark-user-read.ts';
import { mutedBy } from './rows.ts';
import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { only } from '../../engine/log/audience.ts';
import { badRequest } from '../../engine/api-error.ts';
import type { Actor } from '../../http/actor.ts';
import { accessUser } from '../../organization/users/access.ts';
import { lockSelf } from '../../organization/users/lock-self.ts';

/** Mutes a user: existing and future messages of that user count as read. */
export async function muteUser(tx: Tx, actor: Actor, id: number, now: number): Promise<void> {
  if (id === actor.user.id) throw badRequest('You cannot mute yourself.');
  const muted = await accessUser(tx, actor, id);
  await lockSelf(tx, actor);
  const row = {
    realm_id: tx.realmId,
    user_id: actor.user.id,
    muted_id: muted.id,
    muted_at: new Date(now),
  };
  const added = await tx.first(
    q
      .insertInto('muted_user')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('muted_id'),
  );
  if (added === undefined) throw badRequest(`User ${muted.id} is already muted.`);
  await publishMutedUsers(tx, actor);
  await markUserRead(tx, actor, muted.id);
}

/** Unmutes a user, even one who is no longer visible to the actor. */
export async function unmuteUser(tx: Tx, actor: Actor, id: number): Promise<void> {
  await lockSelf(tx, actor);
  const removed = await tx.first(
    q
      .deleteFrom('muted_user')
      .where('realm_id', '=', tx.realmId)
      .where('user_id', '=', actor.user.id)
      .where('muted_id', '=', id)
      .returning('muted_id'),
  );
  if (removed === undefined) throw badRequest(`User ${id} is not muted.`);
  await publishMutedUsers(tx, actor);
}

async function publishMutedUsers(tx: Tx, { user }: Actor): Promise<void> {
  tx.emit(only(user.id), { type: 'muted_users', muted_users: await mutedBy(tx, user) });
}
