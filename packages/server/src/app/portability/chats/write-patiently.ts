import { sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import type { World } from '../../../http/world.ts';

/** Statements of an import concern many rows at once. */
const STATEMENT_TIMEOUT_MS = 900_000;

/** A transaction whose statements may take longer than those of requests. */
export function writePatiently<T>(
  { write }: Pick<World, 'write'>,
  realmId: number,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return write(realmId, async (tx) => {
    await tx.all(sql`select set_config('statement_timeout', ${String(STATEMENT_TIMEOUT_MS)}, true)`);
    return work(tx);
  });
}
