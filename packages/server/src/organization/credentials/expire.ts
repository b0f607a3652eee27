import { sql } from '../../engine/db/sql.ts';
import type { World } from '../../http/world.ts';
import { endCredentials } from './end.ts';

/** Expired credentials that one run of the job ends. */
const MAX_EXPIRED = 10_000;

/** Ends expired credentials, with their open streams. */
export async function expireCredentials({ pool, write }: World): Promise<void> {
  const expired = await pool.all(
    sql<{ realm_id: number; id: number }>`
      select realm_id, id from credential where expires_at < now() order by expires_at limit ${MAX_EXPIRED}`,
  );
  for (const [realmId, rows] of Map.groupBy(expired, ({ realm_id }) => realm_id))
    await write(realmId, (tx) =>
      endCredentials(
        tx,
        rows.map(({ id }) => id),
      ),
    );
}
