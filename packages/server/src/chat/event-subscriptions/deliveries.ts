import type { EventDelivery } from '@parley/contract/endpoints/event-subscriptions.ts';
import { idAt, positionOf } from '../../delivery/event-id.ts';
import { sql, type Reader } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
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

/** Only the deletion of a message writes an entry with `jsonb`, which puts spaces after colons, and empties its text. */
const isRedacted = sql<boolean>`event like '%"content": ""%'`;

/**
 * Records an attempt and forgets the oldest one. A subscription that was deleted meanwhile, or whose owner was deactivated,
 * has no record. The locks make a deletion of the message or a deactivation wait, so that it finds the record; old records
 * that it has locked are left to the next attempt.
 */
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
        select d.id from event_delivery d, kept
        where d.realm_id = ${realmId} and d.subscription_id = ${subscriptionId} and d.id < kept.id
        for update of d skip locked
      ), forgotten as (
        delete from event_delivery d using old
        where d.realm_id = ${realmId} and d.subscription_id = ${subscriptionId} and d.id = old.id
      ), entry as (
        select ${isRedacted} as is_redacted from log_entry
        where realm_id = ${realmId} and position = ${positionOf(attempt.eventId)}
        for share
      ), subscription as (
        select s.id from event_subscription s
        join realm_user u on u.realm_id = s.realm_id and u.id = s.user_id
        where s.realm_id = ${realmId} and s.id = ${subscriptionId} and u.is_active
        for share of u
      )
      insert into event_delivery
        (realm_id, subscription_id, event_id, duration_ms, url, request, status, response, error)
      select ${realmId}, subscription.id, ${attempt.eventId}, ${Math.round(attempt.durationMs)}, ${attempt.url},
        case when is_redacted then '' else ${storable(attempt.request)} end, ${attempt.status},
        case when is_redacted then null else ${storable(attempt.response)} end, ${storable(attempt.error)}
      from subscription, entry`,
    'record-delivery',
  );
}

/** Forgets the attempts of a user's subscriptions. */
export async function forgetDeliveriesOf(tx: Tx, userId: number): Promise<void> {
  await tx.all(
    sql`delete from event_delivery d using event_subscription s
      where s.realm_id = ${tx.realmId} and s.user_id = ${userId}
        and d.realm_id = s.realm_id and d.subscription_id = s.id`,
  );
}

/** Forgets attempts whose event is no longer in the log, because a deletion of its message would not find them. */
export async function expireDeliveries({ pool }: { readonly pool: Reader }): Promise<void> {
  await pool.all(
    sql`delete from event_delivery d using (
        select h.realm_id, coalesce(
          (select e.position from log_entry e where e.realm_id = h.realm_id order by e.position limit 1),
          h.head + 1) as position
        from realm_head h
        where exists (select from event_subscription s where s.realm_id = h.realm_id)
      ) as oldest
      where d.realm_id = oldest.realm_id and d.event_id < oldest.position * ${idAt(1)}`,
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
