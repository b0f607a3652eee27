import type { ParametersOf } from '@parley/contract/endpoint.ts';
import type { getStreams } from '@parley/contract/endpoints/streams.ts';
import { q, type Reader } from '../db/sql.ts';
import { isGuest, type Actor, type PersonRow } from '../people/person.ts';
import type { ChannelRow } from './channel.ts';
import { allChannels } from './queries.ts';
import { relationsTo } from './relation.ts';
import { canRead, canSee, type Relation } from './rights.ts';

type Wanted = ParametersOf<typeof getStreams>;

/** The channels of the kinds that were asked for, by name. */
export const listChannels = async (
  reader: Reader,
  { realm, person }: Actor,
  wanted: Wanted,
): Promise<ChannelRow[]> => {
  const channels = await allChannels(reader, realm.id);
  const relationOf = await relationsTo(reader, person, channels);
  const ofOwner = wanted.include_owner_subscribed ? await channelsOfOwner(reader, person) : new Set<number>();
  return channels
    .filter((channel) => !(wanted.exclude_archived && channel.is_archived))
    .filter((channel) => ofOwner.has(channel.id) || isWanted(wanted, person, channel, relationOf(channel)))
    .toSorted(byName);
};

const isWanted = (wanted: Wanted, person: PersonRow, channel: ChannelRow, relation: Relation): boolean => {
  if (!canSee(person, channel, relation)) return false;
  return (
    wanted.include_all ||
    wanted.include_all_active ||
    (wanted.include_public && !isGuest(person) && !channel.is_private) ||
    (wanted.include_web_public && channel.is_web_public && !channel.is_archived) ||
    (wanted.include_subscribed && relation.isSubscribed) ||
    (wanted.include_can_access_content && canRead(person, channel, relation))
  );
};

const channelsOfOwner = async (reader: Reader, person: PersonRow): Promise<ReadonlySet<number>> => {
  if (person.bot_owner_id === null) return new Set();
  const rows = await reader.all(
    q
      .selectFrom('subscription')
      .select('channel_id')
      .where('realm_id', '=', person.realm_id)
      .where('person_id', '=', person.bot_owner_id)
      .where('is_active', '=', true),
  );
  return new Set(rows.map((row) => row.channel_id));
};

/** In the order of code points. */
export const byName = (a: Pick<ChannelRow, 'name'>, b: Pick<ChannelRow, 'name'>): number =>
  a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
