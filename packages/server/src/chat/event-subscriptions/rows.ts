import type { EventSubscription } from '@parley/contract/endpoints/event-subscriptions.ts';
import { idAt } from '../../delivery/event-id.ts';
import type { ClientOptions } from '../../delivery/client-options.ts';
import { presentReaderState, type ReaderStateRow } from '../../delivery/readers/operations.ts';
import { notFound } from '../../engine/api-error.ts';
import { sql, type Reader } from '../../engine/db/sql.ts';
import type { UserRow } from '../../http/actor.ts';

/** The reader of one subscription; its id is that of the subscription. */
export const SUBSCRIPTION_READER = 'subscription';

export type EventSubscriptionRow = ReaderStateRow & {
  readonly id: number;
  readonly user_id: number;
  readonly url: string;
  readonly client_options: ClientOptions;
  readonly created_at: Date;
};

type Owner = Pick<UserRow, 'realm_id' | 'id'>;

/** The subscriptions of a user, oldest first. */
export function subscriptionsOf(reader: Reader, owner: Owner): Promise<EventSubscriptionRow[]> {
  return readSubscriptions(reader, owner, sql<boolean>`true`);
}

/** Returns a subscription of the user. */
export async function accessSubscription(
  reader: Reader,
  owner: Owner,
  id: number,
): Promise<EventSubscriptionRow> {
  const [row] = await readSubscriptions(reader, owner, sql<boolean>`s.id = ${id}`);
  if (row === undefined) throw notFound('There is no such event subscription.');
  return row;
}

function readSubscriptions(
  reader: Reader,
  { realm_id, id: userId }: Owner,
  condition: ReturnType<typeof sql<boolean>>,
): Promise<EventSubscriptionRow[]> {
  return reader.all(
    sql<EventSubscriptionRow>`
      select s.id, s.user_id, s.url, s.client_options, s.created_at,
        r.position, r.due_at, r.failing_since, r.last_error, r.paused_at
      from event_subscription s
      join log_reader r on r.realm_id = s.realm_id and r.kind = ${SUBSCRIPTION_READER} and r.id = s.id
      where s.realm_id = ${realm_id} and s.user_id = ${userId} and ${condition}
      order by s.id`,
  );
}

export function presentSubscription(row: EventSubscriptionRow): EventSubscription {
  const { eventTypes, narrow, allPublicChannels, applyMarkdown } = row.client_options;
  const reader = presentReaderState(row);
  return {
    id: row.id,
    url: row.url,
    event_types: eventTypes === null ? null : [...eventTypes],
    narrow: narrow.map(([operator, operand]) => [operator, operand]),
    all_public_streams: allPublicChannels,
    apply_markdown: applyMarkdown,
    created: secondsOf(row.created_at),
    last_event_id: idAt(reader.position),
    state: reader.state,
    since: reader.state === 'running' ? null : secondsOf(reader.since),
    error: reader.state === 'running' ? null : reader.error,
  };
}

export function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
