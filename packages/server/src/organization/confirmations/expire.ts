import { sql } from '../../engine/db/sql.ts';
import type { World } from '../../http/world.ts';

/** Deletes confirmation links that can no longer be used. */
export function expireConfirmations({ pool }: World): Promise<unknown> {
  return pool.all(sql`delete from confirmation where expires_at < now()`);
}
