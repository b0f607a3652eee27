import { limits } from '@parley/contract/limits.ts';
import { badRequest, notFound } from '../../engine/api-error.ts';
import { lockRealm } from '../../engine/db/realm.ts';
import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { Actor } from '../../http/actor.ts';
import { lockUsers } from '../../organization/users/queries.ts';
import { lockChannels } from '../channels/queries.ts';
import { lockHoldsAlone } from './held.ts';
import { holdsOf } from './rows.ts';

export type NewHold = {
  readonly user_id?: number | undefined;
  readonly stream_id?: number | undefined;
  readonly reason: string;
};

/** Keeps what a user or a channel has; returns the id of the hold. */
export async function placeHold(
  tx: Tx,
  { user: creator }: Actor,
  { user_id, stream_id, ...given }: NewHold,
): Promise<number> {
  const reason = given.reason.trim();
  if (reason === '') throw badRequest('A hold needs a reason.');
  if ((user_id === undefined) === (stream_id === undefined))
    throw badRequest('Name either a user_id or a stream_id.');
  await lockRealm(tx);
  await requireTarget(tx, creator.id, user_id, stream_id);
  if ((await holdsOf(tx, tx.realmId)).length >= limits.holds)
    throw badRequest(`An organization has at most ${limits.holds} holds.`);
  await lockHoldsAlone(tx);
  const row = await tx.first(
    q
      .insertInto('hold')
      .values({
        realm_id: tx.realmId,
        user_id: user_id ?? null,
        channel_id: stream_id ?? null,
        reason,
        creator_id: creator.id,
      })
      .returning('id'),
  );
  if (row === undefined) throw new Error('The hold was not inserted.');
  tx.record({
    action: 'hold.placed',
    object: { type: 'hold', id: row.id },
    after: { user_id, channel_id: stream_id, reason },
  });
  return row.id;
}

/** Locks what will be on hold, and the creator, before holds are locked. */
async function requireTarget(
  tx: Tx,
  creatorId: number,
  userId: number | undefined,
  channelId: number | undefined,
): Promise<void> {
  const users = await lockUsers(tx, creatorId, userId ?? creatorId);
  if (userId !== undefined && !users.some(({ id }) => id === userId))
    throw badRequest(`User ${userId} does not exist.`);
  if (channelId !== undefined && (await lockChannels(tx, [channelId])).length === 0)
    throw badRequest(`Channel ${channelId} does not exist.`);
}

export async function releaseHold(tx: Tx, id: number): Promise<void> {
  const released = await tx.first(
    q.deleteFrom('hold').where('realm_id', '=', tx.realmId).where('id', '=', id).returningAll(),
  );
  if (released === undefined) throw notFound(`There is no hold ${id}.`);
  const { user_id, channel_id, reason } = released;
  tx.record({
    action: 'hold.released',
    object: { type: 'hold', id },
    before: { user_id, channel_id, reason },
  });
}
