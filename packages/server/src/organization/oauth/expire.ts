import { sql } from '../../engine/db/sql.ts';
import type { World } from '../../http/world.ts';

/** Deletes codes that expired; used ones stay for a day, because one that comes again ends its grant. */
export async function expireCodes({ pool }: World): Promise<void> {
  await pool.all(sql`
    delete from authorization_code
    where expires_at < now() - case when is_used then interval '1 day' else interval '10 minutes' end`);
}
