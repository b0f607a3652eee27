import { channelPermissions, type ChannelPermission } from '@parley/contract/objects/permission-settings.ts';
import { q, sql, type Reader } from '../../engine/db/sql.ts';
import { groupsOf } from '../../organization/groups/permissions.ts';
import { isInSystemGroup } from '../../organization/groups/system-groups.ts';
import type { UserRow } from '../../http/actor.ts';
import type { ChannelRow } from './channel.ts';
import type { Relation } from '@parley/contract/rights/channel-rights.ts';

type User = Pick<UserRow, 'id' | 'realm_id' | 'role' | 'is_full_member'>;
type Channel = Pick<ChannelRow, 'id' | 'permissions'>;

/** A user's subscription and permissions in each channel, read with two queries for all channels. */
export async function relationsTo(
  reader: Reader,
  user: User,
  channels: readonly Channel[],
): Promise<(channel: Channel) => Relation> {
  const subscribed = await subscribedAmong(reader, user, channels);
  const groupIds = await groupsOf(reader, user.realm_id, user);
  return relationsIn(user, subscribed, groupIds);
}

/** A user's relation to a channel, given the channels of the user and the groups that contain the user. */
export function relationsIn(
  user: User,
  subscribed: ReadonlySet<number>,
  groupIds: ReadonlySet<number>,
): (channel: Channel) => Relation {
  return (channel) => ({
    isSubscribed: subscribed.has(channel.id),
    groups: new Set(permissionNames.filter((name) => isHolder(name, channel, user, groupIds))),
  });
}

export async function relationTo(reader: Reader, user: User, channel: Channel): Promise<Relation> {
  return (await relationsTo(reader, user, [channel]))(channel);
}

const permissionNames = Object.keys(channelPermissions) as ChannelPermission[];

function isHolder(
  name: ChannelPermission,
  { permissions }: Channel,
  user: User,
  groupIds: ReadonlySet<number>,
): boolean {
  const groupId = permissions[name];
  return groupId === undefined
    ? isInSystemGroup(channelPermissions[name].default, user)
    : groupIds.has(groupId);
}

async function subscribedAmong(
  reader: Reader,
  user: User,
  channels: readonly Channel[],
): Promise<ReadonlySet<number>> {
  const rows = await reader.all(
    q
      .selectFrom('subscription')
      .select('channel_id')
      .where('realm_id', '=', user.realm_id)
      .where('user_id', '=', user.id)
      .where('is_active', '=', true)
      .where('channel_id', '=', sql<number>`any(${channels.map(({ id }) => id)}::bigint[])`),
  );
  return new Set(rows.map((row) => row.channel_id));
}
