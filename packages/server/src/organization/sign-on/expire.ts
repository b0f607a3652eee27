import { sql } from '../../engine/db/sql.ts';
import type { World } from '../../http/world.ts';

/** Deletes sign-ons that were begun but not completed in time. */
export function expireSignOns({ pool }: World): Promise<unknown> {
  return pool.all(sql`delete from sign_on where expires_at < now()`);
}
