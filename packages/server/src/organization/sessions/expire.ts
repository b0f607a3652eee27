import { sql } from '../../engine/db/sql.ts';
import type { World } from '../../http/world.ts';
import { endSessions } from './end.ts';

/** Expired sessions that one run of the job ends. */
const MAX_EXPIRED = 10_000;

/** Ends expired sessions, with their open streams. */
export async function expireSessions({ pool, write }: World): Promise<void> {
  const expired = await pool.all(
    sql<{ realm_id: number; id: number }>`
      select realm_id, id from browser_session where expires_at < now() order by expires_at limit ${MAX_EXPIRED}`,
  );
  for (const [realmId, rows] of Map.groupBy(expired, ({ realm_id }) => realm_id))
    await write(realmId, (tx) =>
      endSessions(
        tx,
        rows.map(({ id }) => id),
      ),
    );
}
