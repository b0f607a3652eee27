import { sql } from '../../engine/db/sql.ts';
import type { World } from '../../http/world.ts';

/** Deletes login attempts that no longer count against the rate limit. */
export function expireLoginAttempts({ pool }: World): Promise<unknown> {
  return pool.all(sql`delete from login_attempt where arrival < extract(epoch from now())`);
}
