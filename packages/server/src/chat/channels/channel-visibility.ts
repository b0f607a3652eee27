import { isOutsider, type Outsiders, outsidersOf } from './audience.ts';
import { type ChannelRow, readHolders } from './channel.ts';
import { presentChannel } from './present.ts';
import { subscribersOf } from './queries.ts';
import { type Reader, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { Audience } from '../../engine/log/audience.ts';
import { deleteQueuesOf } from '../../organization/users/delete-queues.ts';

type UserRole = { readonly id: number; readonly role: number };

/** Users who see a channel without being subscribed, with the roles of those listed one by one. */
export type ChannelVisibility = { readonly outsiders: Outsiders; readonly named: readonly UserRole[] };

export async function channelVisibilityOf(reader: Reader, channel: ChannelRow): Promise<ChannelVisibility> {
  const outsiders = await outsidersOf(reader, channel);
  const named = await reader.all(
    sql<UserRole>`select id, role from realm_user
      where realm_id = ${channel.realm_id} and id = any(${[...outsiders.ids]}::bigint[])`,
  );
  return { outsiders, named };
}

/** Outsiders who see the channel both before and after a change. */
export function retainedOutsiders(before: ChannelVisibility, after: ChannelVisibility): Outsiders {
  return {
    roles: before.outsiders.roles.filter((role) => after.outsiders.roles.includes(role)),
    ids: [...before.named, ...after.named]
      .filter((user) => isOutsider(before.outsiders, user) && isOutsider(after.outsiders, user))
      .map(({ id }) => id),
  };
}

/** Users who see the channel only after a change. Subscribers always see it, so they are excluded. */
function gainedBetween(
  before: ChannelVisibility,
  after: ChannelVisibility,
  subscribers: readonly number[],
): Audience {
  const subscribed = new Set(subscribers);
  return {
    kind: 'union',
    of: [
      {
        kind: 'roles',
        roles: after.outsiders.roles.filter((role) => !before.outsiders.roles.includes(role)),
        except: [...subscribers, ...before.outsiders.ids],
      },
      {
        kind: 'users',
        ids: after.named
          .filter((user) => !isOutsider(before.outsiders, user) && !subscribed.has(user.id))
          .map(({ id }) => id),
      },
    ],
  };
}

/** Publishes the channel's creation to users who now see it, and its deletion to users who no longer do. */
export async function adjustChannelVisibility(
  tx: Tx,
  channel: ChannelRow,
  before: ChannelVisibility,
  after: ChannelVisibility,
): Promise<void> {
  const user_ids = (await subscribersOf(tx, tx.realmId, [channel.id]))(channel.id);
  const gained = gainedBetween(before, after, user_ids);
  const lost = gainedBetween(after, before, user_ids);
  if (isNonEmpty(gained)) {
    const holders = await readHolders(tx, tx.realmId, [channel]);
    // Clients add the subscribers of the next event to this count.
    const stream = { ...presentChannel(channel, holders), subscriber_count: 0 };
    tx.emit(gained, { type: 'stream', op: 'create', streams: [stream] });
    if (user_ids.length > 0)
      tx.emit(gained, { type: 'subscription', op: 'peer_add', stream_ids: [channel.id], user_ids });
    await endQueuesOfFormerSubscribers(tx, channel, before, after);
  }
  if (isNonEmpty(lost))
    tx.emit(lost, {
      type: 'stream',
      op: 'delete',
      stream_ids: [channel.id],
      streams: [{ stream_id: channel.id }],
    });
}

function isNonEmpty(audience: Audience): boolean {
  if (audience.kind === 'union') return audience.of.some(isNonEmpty);
  if (audience.kind === 'users') return audience.ids.length > 0;
  return audience.kind !== 'roles' || audience.roles.length > 0;
}

/** Former subscribers need their old subscription settings, which no event carries, so they must register again. */
async function endQueuesOfFormerSubscribers(
  tx: Tx,
  channel: ChannelRow,
  before: ChannelVisibility,
  after: ChannelVisibility,
): Promise<void> {
  const former = await tx.all(
    sql<UserRole>`select p.id, p.role from subscription s
      join realm_user p on p.realm_id = s.realm_id and p.id = s.user_id
      where s.realm_id = ${tx.realmId} and s.channel_id = ${channel.id} and not s.is_active and p.is_active`,
  );
  const returning = former.filter(
    (user) => !isOutsider(before.outsiders, user) && isOutsider(after.outsiders, user),
  );
  if (returning.length > 0)
    await deleteQueuesOf(
      tx,
      returning.map(({ id }) => id),
    );
}
