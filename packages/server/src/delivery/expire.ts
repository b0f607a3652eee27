import { sql, type Reader } from '../engine/db/sql.ts';
import { EXPIRY_GRACE_SECONDS } from './store.ts';

/** A queue that no client has used for this long no longer shows messages to its user. */
export const QUEUE_OFFLINE_SECONDS = 600;

/** A queue that receives messages, in a query with the alias `q`; one without event types receives all. */
export const RECEIVES_MESSAGES = sql<boolean>`receives_messages(q.client_options)`;

/** Deletes queues that were idle for longer than their lifespan. */
export async function expireQueues({ pool }: { readonly pool: Reader }): Promise<void> {
  await noteLostQueues(pool);
  await pool.all(
    sql`delete from event_queue
        where last_seen + make_interval(secs => idle_seconds + ${EXPIRY_GRACE_SECONDS}) < now()`,
  );
}

/** Records queues that no client uses any more, once each; deleted queues are recorded by a trigger. */
async function noteLostQueues(reader: Reader): Promise<void> {
  await reader.all(sql`
    with lost as (
      update event_queue q set offline_at = now()
      where q.offline_at is null and q.acknowledged is not null and ${RECEIVES_MESSAGES}
        and q.last_seen < now() - make_interval(secs => ${QUEUE_OFFLINE_SECONDS})
      returning q.realm_id, q.user_id, q.acknowledged
    ) insert into lost_queue (realm_id, user_id, acknowledged) select * from lost`);
}
