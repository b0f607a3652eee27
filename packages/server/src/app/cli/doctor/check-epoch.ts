import { q, sql, type Reader } from '../../../engine/db/sql.ts';
import { failed, passed, type CheckResult } from './check-result.ts';

/** A database that has lost a part of its history would issue ids twice. Running nodes repair it by themselves. */
export async function checkEpoch(reader: Reader): Promise<CheckResult> {
  const found = await reader.first(
    sql<{ loss: string | null }>`select loss from check_epoch(array[]::bigint[], array[]::bigint[])`,
  );
  const loss = found?.loss ?? undefined;
  if (loss !== undefined) return failed('database epoch', loss, 'Start the server, or run: parley recover');
  const row = await reader.first(q.selectFrom('epoch').select(['number', 'reason', 'began_at']));
  const since = row?.began_at.toISOString().slice(0, 10) ?? 'never';
  return passed('database epoch', `${row?.number ?? 0} since ${since}: ${row?.reason ?? ''}`);
}
