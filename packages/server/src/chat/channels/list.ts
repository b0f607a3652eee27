import type { ParametersOf } from '@parley/contract/endpoint.ts';
import type { getStreams } from '@parley/contract/endpoints/streams.ts';
import { q, type Reader } from '../../engine/db/sql.ts';
import { isGuest } from '@parley/contract/rights/roles.ts';
import type { Actor, UserRow } from '../../http/actor.ts';
import type { ChannelRow } from './channel.ts';
import { allChannels } from './queries.ts';
import { relationsTo } from './relation.ts';
import { canRead, canSee, type Relation } from '@parley/contract/rights/channel-rights.ts';

type Filter = ParametersOf<typeof getStreams>;

/** Channels that match the filter and are visible to the user, sorted by name. */
export async function listChannels(
  reader: Reader,
  { realm, user }: Actor,
  filter: Filter,
): Promise<ChannelRow[]> {
  const channels = await allChannels(reader, realm.id);
  const relationOf = await relationsTo(reader, user, channels);
  const ofOwner = filter.include_owner_subscribed ? await channelsOfOwner(reader, user) : new Set<number>();
  return channels
    .filter((channel) => !(filter.exclude_archived && channel.is_archived))
    .filter((channel) => ofOwner.has(channel.id) || matches(filter, user, channel, relationOf(channel)))
    .toSorted(byName);
}

function matches(filter: Filter, user: UserRow, channel: ChannelRow, relation: Relation): boolean {
  if (!canSee(user, channel, relation)) return false;
  return (
    filter.include_all ||
    filter.include_all_active ||
    (filter.include_public && !isGuest(user) && !channel.is_private) ||
    (filter.include_web_public && channel.is_web_public && !channel.is_archived) ||
    (filter.include_subscribed && relation.isSubscribed) ||
    (filter.include_can_access_content && canRead(user, channel, relation))
  );
}

async function channelsOfOwner(reader: Reader, user: UserRow): Promise<ReadonlySet<number>> {
  if (user.bot_owner_id === null) return new Set();
  const rows = await reader.all(
    q
      .selectFrom('subscription')
      .select('channel_id')
      .where('realm_id', '=', user.realm_id)
      .where('user_id', '=', user.bot_owner_id)
      .where('is_active', '=', true),
  );
  return new Set(rows.map((row) => row.channel_id));
}

/** Compares by UTF-16 code units, independent of the locale. */
export function byName(a: Pick<ChannelRow, 'name'>, b: Pick<ChannelRow, 'name'>): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
