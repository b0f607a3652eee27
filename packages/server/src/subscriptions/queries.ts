import type { ChannelRow } from '../channels/channel.ts';
import { q, sql, type Reader } from '../db/sql.ts';
import type { PersonRow } from '../people/person.ts';
import type { SubscriptionRow } from './present.ts';

type Person = Pick<PersonRow, 'realm_id' | 'id'>;

/** What somebody is subscribed to now. */
export const subscriptionsOf = (reader: Reader, person: Person): Promise<SubscriptionRow[]> =>
  reader.all(
    q
      .selectFrom('subscription')
      .selectAll()
      .where('realm_id', '=', person.realm_id)
      .where('person_id', '=', person.id)
      .where('is_active', '=', true),
  );

/** Channels that somebody is subscribed to now, by name in the order of code points. */
export const subscribedChannels = (
  reader: Reader,
  person: Person,
  { archived }: { archived: boolean },
): Promise<ChannelRow[]> =>
  reader.all(
    q
      .selectFrom('subscription as s')
      .innerJoin('channel as c', (join) =>
        join.onRef('c.realm_id', '=', 's.realm_id').onRef('c.id', '=', 's.channel_id'),
      )
      .selectAll('c')
      .where('s.realm_id', '=', person.realm_id)
      .where('s.person_id', '=', person.id)
      .where('s.is_active', '=', true)
      .$if(!archived, (query) => query.where('c.is_archived', '=', false))
      .orderBy(sql`c.name collate "C"`),
  );

export const isSubscribed = async (reader: Reader, person: Person, channelId: number): Promise<boolean> => {
  const row = await reader.first(
    q
      .selectFrom('subscription')
      .select('is_active')
      .where('realm_id', '=', person.realm_id)
      .where('person_id', '=', person.id)
      .where('channel_id', '=', channelId),
  );
  return row?.is_active === true;
};
