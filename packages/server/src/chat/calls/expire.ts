import { sql } from '../../engine/db/sql.ts';
import type { World } from '../../http/world.ts';

/** Deletes authorizations with the video-call provider that were begun but not completed in time. */
export function expireCallAuthorizations({ pool }: World): Promise<unknown> {
  return pool.all(sql`delete from call_authorization where expires_at < now()`);
}
