import type { EventDelivery } from '@parley/contract/endpoints/event-subscriptions.ts';
import { sql, type Reader } from '../../engine/db/sql.ts';
import { secondsOf } from './rows.ts';

/** Attempts that are kept for each subscription. */
const MAX_DELIVERIES = 100;
const MAX_BODY_CHARACTERS = 10_000;

/** One attempt to deliver an event. */
export type DeliveryAttempt = {
  readonly eventId: number;
  readonly url: string;
  readonly request: string;
  readonly durationMs: number;
  readonly status: number | null;
  readonly response: string | null;
  readonly error: string | null;
};

/** Records an attempt and forgets the oldest one. A subscription that was deleted meanwhile has no record. */
export async function recordDelivery(
  reader: Reader,
  realmId: number,
  subscriptionId: number,
  attempt: DeliveryAttempt,
): Promise<void> {
  await reader.all(
    sql`with kept as (
        select id from event_delivery where realm_id = ${realmId} and subscription_id = ${subscriptionId}
        order by id desc limit 1 offset ${MAX_DELIVERIES - 2}
      ), old as (
        delete from event_delivery d using kept
        where d.realm_id = ${realmId} and d.subscription_id = ${subscriptionId} and d.id < kept.id
      )
      insert into event_delivery
        (realm_id, subscription_id, event_id, duration_ms, url, request, status, response, error)
      select realm_id, id, ${attempt.eventId}, ${Math.round(attempt.durationMs)}, ${attempt.url},
        ${storable(attempt.request)}, ${attempt.status}, ${storable(attempt.response)}, ${storable(attempt.error)}
      from event_subscription where realm_id = ${realmId} and id = ${subscriptionId}`,
    'record-delivery',
  );
}

/** The newest attempts of a subscription, newest first. */
export async function deliveriesOf(
  reader: Reader,
  realmId: number,
  subscriptionId: number,
): Promise<EventDelivery[]> {
  const rows = await reader.all(
    sql<Omit<EventDelivery, 'timestamp'> & { at: Date }>`
      select event_id, at, duration_ms, url, request, status, response, error from event_delivery
      where realm_id = ${realmId} and subscription_id = ${subscriptionId}
      order by id desc limit ${MAX_DELIVERIES}`,
  );
  return rows.map(({ at, ...row }) => ({ ...row, timestamp: secondsOf(at) }));
}

/** PostgreSQL stores no null characters. */
function storable(text: string | null): string | null {
  return text === null ? null : text.slice(0, MAX_BODY_CHARACTERS).replaceAll('\0', '');
}
