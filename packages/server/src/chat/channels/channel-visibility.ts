import { isOutsider, type Outsiders, outsidersOf } from './audience.ts';
import { type ChannelRow, readHolders } from './channel.ts';
import { presentChannel } from './present.ts';
import { subscribersOf } from './queries.ts';
import { type Reader, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { Audience } from '../../engine/log/audience.ts';
import { endQueuesOf } from '../../organization/users/end-queues.ts';

type UserRole = { readonly id: number; readonly role: number };

/** Who sees a channel without being in it, and which roles those have whom it names one by one. */
export type ChannelVisibility = { readonly outsiders: Outsiders; readonly named: readonly UserRole[] };

export async function channelVisibilityOf(reader: Reader, channel: ChannelRow): Promise<ChannelVisibility> {
  const outsiders = await outsidersOf(reader, channel);
  const named = await reader.all(
    sql<UserRole>`select id, role from realm_user
      where realm_id = ${channel.realm_id} and id = any(${[...outsiders.ids]}::bigint[])`,
  );
  return { outsiders, named };
}

/** Those who see a channel both before and after a change. */
export function keptBetween(before: ChannelVisibility, after: ChannelVisibility): Outsiders {
  return {
    roles: before.outsiders.roles.filter((role) => after.outsiders.roles.includes(role)),
    ids: [...before.named, ...after.named]
      .filter((user) => isOutsider(before.outsiders, user) && isOutsider(after.outsiders, user))
      .map(({ id }) => id),
  };
}

/** Those who see it after a change, and did not before it. Subscribers always do. */
function gainedBetween(
  before: ChannelVisibility,
  after: ChannelVisibility,
  subscribers: readonly number[],
): Audience {
  const inside = new Set(subscribers);
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
          .filter((user) => !isOutsider(before.outsiders, user) && !inside.has(user.id))
          .map(({ id }) => id),
      },
    ],
  };
}

/** Shows a channel to those who see it now, and takes it from those who no longer do. */
export async function adjustChannelVisibility(
  tx: Tx,
  channel: ChannelRow,
  before: ChannelVisibility,
  after: ChannelVisibility,
): Promise<void> {
  const user_ids = (await subscribersOf(tx, tx.realmId, [channel.id]))(channel.id);
  const gained = gainedBetween(before, after, user_ids);
  const lost = gainedBetween(after, before, user_ids);
  if (isSomebody(gained)) {
    const holders = await readHolders(tx, tx.realmId, [channel]);
    // Users who are told next are not counted twice.
    const stream = { ...presentChannel(channel, holders), subscriber_count: 0 };
    tx.emit(gained, { type: 'stream', op: 'create', streams: [stream] });
    if (user_ids.length > 0)
      tx.emit(gained, { type: 'subscription', op: 'peer_add', stream_ids: [channel.id], user_ids });
    await forgetReturning(tx, channel, before, after);
  }
  if (isSomebody(lost))
    tx.emit(lost, {
      type: 'stream',
      op: 'delete',
      stream_ids: [channel.id],
      streams: [{ stream_id: channel.id }],
    });
}

function isSomebody(audience: Audience): boolean {
  if (audience.kind === 'union') return audience.of.some(isSomebody);
  if (audience.kind === 'users') return audience.ids.length > 0;
  return audience.kind !== 'roles' || audience.roles.length > 0;
}

/** Who once was in the channel finds it among those left, with choices that no event tells. */
async function forgetReturning(
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
    await endQueuesOf(
      tx,
      returning.map(({ id }) => id),
    );
}
