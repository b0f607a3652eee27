import type { ClientOptions } from '../../delivery/client-options.ts';
import type { OrganizationReader } from '../../delivery/readers/kinds.ts';
import { sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { channelsIn, concernsOf, type Subscriber } from './concern.ts';

export const SUBSCRIPTIONS_READER = 'subscriptions';

const MAX_ENTRIES = 500;

/** Finds the event subscriptions that entries may concern. The first subscription of an organization creates the reader. */
export const eventSubscriptionsReader: OrganizationReader = {
  kind: SUBSCRIPTIONS_READER,
  maxEntries: MAX_ENTRIES,
  start: 'on request',
  read: async (tx, entries) => {
    const concerns = concernsOf(entries, await subscribersOf(tx, channelsIn(entries)));
    return { concerns, isUrgent: concerns.length > 0 };
  },
};

type SubscriberRow = {
  id: number;
  user_id: number;
  client_options: ClientOptions;
  channels: number[];
};

async function subscribersOf(tx: Tx, channels: readonly number[]): Promise<Subscriber[]> {
  const rows = await tx.all(
    sql<SubscriberRow>`
      select s.id, s.user_id, s.client_options, array(
          select c.channel_id from subscription c
          where c.realm_id = s.realm_id and c.user_id = s.user_id
            and c.channel_id = any(${[...channels]}::bigint[])) as channels
      from event_subscription s where s.realm_id = ${tx.realmId}`,
  );
  return rows.map(({ id, user_id, client_options, channels: known }) => ({
    id,
    userId: user_id,
    types: client_options.eventTypes === null ? null : new Set(client_options.eventTypes),
    isListening: client_options.allPublicChannels || client_options.narrow.length > 0,
    channels: new Set(known),
  }));
}
