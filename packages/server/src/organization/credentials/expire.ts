import { sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { World } from '../../http/world.ts';
import { endCredentials, endTokens } from './end.ts';

/** Expired credentials that one run of the job ends. */
const MAX_EXPIRED = 10_000;

/** Ends expired credentials and tokens, with their open streams. The grant of an expired token goes on until its program renews the token. */
export async function expireCredentials(world: World): Promise<void> {
  await expire(world, 'expires_at', endCredentials);
  await expire(world, 'token_expires_at', endTokens);
}

async function expire(
  { pool, write }: World,
  column: 'expires_at' | 'token_expires_at',
  end: (tx: Tx, ids: readonly number[]) => Promise<void>,
): Promise<void> {
  const at = sql.ref(column);
  const expired = await pool.all(
    sql<{ realm_id: number; id: number }>`
      select realm_id, id from credential where ${at} < now() order by ${at} limit ${MAX_EXPIRED}`,
  );
  for (const [realmId, rows] of Map.groupBy(expired, ({ realm_id }) => realm_id))
    await write(realmId, (tx) =>
      end(
        tx,
        rows.map(({ id }) => id),
      ),
    );
}
