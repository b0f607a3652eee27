import { sql } from '../../engine/db/sql.ts';
import type { World } from '../../http/world.ts';

/** Deletes the records of scheduled messages that were sent long ago. */
export function expireSentRecords({ pool }: World): Promise<unknown> {
  return pool.all(sql`delete from scheduled_message_sent where at < now() - interval '7 days'`);
}
