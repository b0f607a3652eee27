import { channelPermissions, type ChannelPermission } from '@parley/contract/objects/permission-settings.ts';
import { q, sql, type Reader } from '../db/sql.ts';
import { groupsOf } from '../groups/permissions.ts';
import { isInSystemGroup } from '../groups/system-groups.ts';
import type { PersonRow } from '../people/person.ts';
import type { ChannelRow } from './channel.ts';
import type { Relation } from './rights.ts';

type Person = Pick<PersonRow, 'id' | 'realm_id' | 'role' | 'is_full_member'>;
type Channel = Pick<ChannelRow, 'id' | 'permissions'>;

/** What somebody has to do with each of some channels, with two queries for all of them. */
export const relationsTo = async (
  reader: Reader,
  person: Person,
  channels: readonly Channel[],
): Promise<(channel: Channel) => Relation> => {
  const subscribed = await subscribedAmong(reader, person, channels);
  const inside = await groupsOf(reader, person.realm_id, person);
  return (channel) => ({
    isSubscribed: subscribed.has(channel.id),
    groups: new Set(names.filter((name) => isHolder(name, channel, person, inside))),
  });
};

export const relationTo = async (reader: Reader, person: Person, channel: Channel): Promise<Relation> =>
  (await relationsTo(reader, person, [channel]))(channel);

const names = Object.keys(channelPermissions) as ChannelPermission[];

const isHolder = (
  name: ChannelPermission,
  { permissions }: Channel,
  person: Person,
  inside: ReadonlySet<number>,
): boolean => {
  const groupId = permissions[name];
  return groupId === undefined
    ? isInSystemGroup(channelPermissions[name].default, person)
    : inside.has(groupId);
};

const subscribedAmong = async (
  reader: Reader,
  person: Person,
  channels: readonly Channel[],
): Promise<ReadonlySet<number>> => {
  const rows = await reader.all(
    q
      .selectFrom('subscription')
      .select('channel_id')
      .where('realm_id', '=', person.realm_id)
      .where('person_id', '=', person.id)
      .where('is_active', '=', true)
      .where('channel_id', '=', sql<number>`any(${channels.map(({ id }) => id)}::bigint[])`),
  );
  return new Set(rows.map((row) => row.channel_id));
};
