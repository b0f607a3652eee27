import { sql, type Reader } from '../engine/db/sql.ts';
import { EXPIRY_GRACE_SECONDS } from './store.ts';

/** Deletes queues that were idle for longer than their lifespan. */
export function expireQueues({ pool }: { readonly pool: Reader }): Promise<unknown> {
  return pool.all(
    sql`delete from event_queue
        where last_seen + make_interval(secs => idle_seconds + ${EXPIRY_GRACE_SECONDS}) < now()`,
  );
}
