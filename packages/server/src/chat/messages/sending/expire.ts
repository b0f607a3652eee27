import { sql } from '../../../engine/db/sql.ts';
import type { World } from '../../../http/world.ts';

/** Deletes idempotency keys one hour after the day for which they are promised to work. */
export function expireIdempotencyKeys({ pool }: World): Promise<unknown> {
  return pool.all(sql`delete from sent_key where at < now() - interval '25 hours'`);
}
