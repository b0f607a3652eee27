import type { Clock } from '../../../engine/clock.ts';
import { sql, type Reader } from '../../../engine/db/sql.ts';
import { warning, failed, passed, type CheckResult } from './check-result.ts';

const WARN_DIFFERENCE_MS = 1_000;
const MAX_DIFFERENCE_MS = 30_000;

/** Compares the node's clock with PostgreSQL's, because event times come from both. */
export async function checkClock(reader: Reader, clock: Clock): Promise<CheckResult> {
  const before = clock.now();
  const row = await reader.first(sql<{ now: Date }>`select clock_timestamp() as now`);
  const difference = Math.abs((row?.now.getTime() ?? 0) - (before + clock.now()) / 2);
  const found = `${Math.round(difference)} ms apart`;
  const fix = 'Synchronize the clocks of both machines with NTP.';
  if (difference > MAX_DIFFERENCE_MS) return failed('clocks', found, fix);
  return difference > WARN_DIFFERENCE_MS ? warning('clocks', found, fix) : passed('clocks', found);
}
