import type { ChannelRow } from '../channels/channel.ts';
import { q, sql, type Reader } from '../../engine/db/sql.ts';
import type { UserRow } from '../../http/actor.ts';
import type { SubscriptionRow } from '../channels/channel.ts';

type User = Pick<UserRow, 'realm_id' | 'id'>;

/** The user's active subscriptions. */
export function subscriptionsOf(reader: Reader, user: User): Promise<SubscriptionRow[]> {
  return reader.all(
    q
      .selectFrom('subscription')
      .selectAll()
      .where('realm_id', '=', user.realm_id)
      .where('user_id', '=', user.id)
      .where('is_active', '=', true),
  );
}

/** The user's subscribed channels, sorted by code points of the name. */
export function subscribedChannels(
  reader: Reader,
  user: User,
  { archived }: { archived: boolean },
): Promise<ChannelRow[]> {
  return reader.all(
    q
      .selectFrom('subscription as s')
      .innerJoin('channel as c', (join) =>
        join.onRef('c.realm_id', '=', 's.realm_id').onRef('c.id', '=', 's.channel_id'),
      )
      .selectAll('c')
      .where('s.realm_id', '=', user.realm_id)
      .where('s.user_id', '=', user.id)
      .where('s.is_active', '=', true)
      .$if(!archived, (query) => query.where('c.is_archived', '=', false))
      .orderBy(sql`c.name collate "C"`),
  );
}

export async function isSubscribed(reader: Reader, user: User, channelId: number): Promise<boolean> {
  const row = await reader.first(
    q
      .selectFrom('subscription')
      .select('is_active')
      .where('realm_id', '=', user.realm_id)
      .where('user_id', '=', user.id)
      .where('channel_id', '=', channelId),
  );
  return row?.is_active === true;
}
