import { type ChannelRow, readHolders } from './channel.ts';
import { defaultChannelIds } from './create.ts';
import { presentChannel } from './present.ts';
import { allChannels, subscribersOf } from './queries.ts';
import { relationsTo } from './relation.ts';
import { canSee } from '@parley/contract/rights/channel-rights.ts';
import { q, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { only } from '../../engine/log/audience.ts';
import { isGuest } from '@parley/contract/rights/roles.ts';
import type { UserRow } from '../../http/actor.ts';
import { deleteQueuesOf } from '../../organization/users/delete-queues.ts';

type User = Pick<UserRow, 'id' | 'realm_id' | 'role' | 'is_full_member'>;

/** Above these bounds, registering again is cheaper for a client than receiving the events. */
const MAX_CHANGED_CHANNELS = 500;
const MAX_ADDED_SUBSCRIBERS = 20_000;

/** Ids of the channels that the user sees. */
export async function visibleChannelIds(tx: Tx, user: User): Promise<ReadonlySet<number>> {
  const channels = await allChannels(tx, tx.realmId);
  const relationOf = await relationsTo(tx, user, channels);
  return new Set(
    channels.filter((channel) => canSee(user, channel, relationOf(channel))).map(({ id }) => id),
  );
}

/** Publishes to a user the channels that became visible and invisible since `before`. */
export async function publishVisibilityChange(
  tx: Tx,
  user: User,
  before: ReadonlySet<number>,
): Promise<void> {
  const after = await visibleChannelIds(tx, user);
  const lost = [...before].filter((id) => !after.has(id));
  const gained = (await allChannels(tx, tx.realmId)).filter(({ id }) => after.has(id) && !before.has(id));
  if (lost.length + gained.length === 0) return;
  const users = gained.reduce((sum, channel) => sum + channel.subscriber_count, 0);
  const isTooLarge = lost.length + gained.length > MAX_CHANGED_CHANNELS || users > MAX_ADDED_SUBSCRIBERS;
  if (isTooLarge || (await wasSubscribed(tx, user, gained))) return deleteQueuesOf(tx, [user.id]);
  if (gained.length > 0) await publishGained(tx, user, gained);
  if (lost.length > 0)
    tx.emit(only(user.id), {
      type: 'stream',
      op: 'delete',
      stream_ids: lost,
      streams: lost.map((stream_id) => ({ stream_id })),
    });
}

/** Publishes the default channels to a user who became or stopped being a guest; guests do not receive them. */
export async function publishDefaults(tx: Tx, before: User, after: User): Promise<void> {
  if (isGuest(before) === isGuest(after)) return;
  const default_streams = isGuest(after) ? [] : await defaultChannelIds(tx);
  tx.emit(only(after.id), { type: 'default_streams', default_streams });
}

async function publishGained(tx: Tx, user: User, channels: readonly ChannelRow[]): Promise<void> {
  const holders = await readHolders(tx, tx.realmId, channels);
  const usersIn = await subscribersOf(
    tx,
    tx.realmId,
    channels.map(({ id }) => id),
  );
  // Clients add the subscribers of the next events to this count.
  const streams = channels.map((channel) => ({ ...presentChannel(channel, holders), subscriber_count: 0 }));
  tx.emit(only(user.id), { type: 'stream', op: 'create', streams });
  for (const { id } of channels)
    if (usersIn(id).length > 0)
      tx.emit(only(user.id), {
        type: 'subscription',
        op: 'peer_add',
        stream_ids: [id],
        user_ids: usersIn(id),
      });
}

/** A former subscriber needs the old subscription settings, which no event carries. */
async function wasSubscribed(tx: Tx, user: User, channels: readonly ChannelRow[]): Promise<boolean> {
  const row = await tx.first(
    q
      .selectFrom('subscription')
      .select('channel_id')
      .where('realm_id', '=', tx.realmId)
      .where('user_id', '=', user.id)
      .where('channel_id', '=', sql<number>`any(${channels.map(({ id }) => id)}::bigint[])`)
      .limit(1),
  );
  return row !== undefined;
}
