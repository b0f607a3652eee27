import { sql } from '../../engine/db/sql.ts';
import type { World } from '../../http/world.ts';

/** Settled notifications are kept while a message may be decided again or a device may show it. */
const KEPT_DAYS = 15;

/** Deletes old notifications. Those that wait have a batch or a push job of their own. */
export function expireNotifications({ pool }: Pick<World, 'pool'>): Promise<unknown> {
  return pool.all(sql`
    delete from notification where state <> 'waiting' and created_at < now() - make_interval(days => ${KEPT_DAYS})`);
}
