import { sql } from '../../engine/db/sql.ts';
import type { World } from '../../http/world.ts';
import { endCredentials, endTokens } from './end.ts';

/** Expired credentials that one run of the job ends. */
const MAX_EXPIRED = 10_000;

/** Ends expired credentials and tokens, with their open streams. */
export async function expireCredentials(world: World): Promise<void> {
  await expireWhole(world);
  await expireTokens(world);
}

async function expireWhole({ pool, write }: World): Promise<void> {
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

/** The grant of an expired token goes on, with its queues, until the program renews the token. */
async function expireTokens({ pool, write }: World): Promise<void> {
  const expired = await pool.all(
    sql<{ realm_id: number; id: number }>`
      select realm_id, id from credential where token_expires_at < now() order by token_expires_at limit ${MAX_EXPIRED}`,
  );
  for (const [realmId, rows] of Map.groupBy(expired, ({ realm_id }) => realm_id))
    await write(realmId, (tx) =>
      endTokens(
        tx,
        rows.map(({ id }) => id),
      ),
    );
}
