import { sql } from '../../engine/db/sql.ts';
import type { World } from '../../http/world.ts';

/** Settled notifications are kept while a message may be decided again or a device may show it. */
const KEPT_DAYS = 15;

/** Pushes that are older than this are of no use; they wait for a protocol that is no longer configured. */
const PUSH_HOURS = 24;

/** Deletes old notifications. Those that wait have a batch or a push job of their own. */
export async function expireNotifications({ pool }: Pick<World, 'pool'>): Promise<void> {
  await pool.all(sql`
    delete from notification where state <> 'waiting' and created_at < now() - make_interval(days => ${KEPT_DAYS})`);
  await pool.all(sql`
    delete from push_delivery where created_at < now() - make_interval(hours => ${PUSH_HOURS})`);
}
