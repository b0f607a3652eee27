import type { Clock } from '../../../engine/clock.ts';
import type { Reader } from '../../../engine/db/sql.ts';
import { clockDifferenceMs } from '../../../engine/db/time.ts';
import { warning, failed, passed, type CheckResult } from './check-result.ts';

const WARN_DIFFERENCE_MS = 1_000;
const MAX_DIFFERENCE_MS = 30_000;

/** Compares the node's clock with PostgreSQL's, because event times come from both. */
export async function checkClock(reader: Reader, clock: Clock): Promise<CheckResult> {
  const difference = await clockDifferenceMs(reader, clock);
  const found = `${Math.round(difference)} ms apart`;
  const fix = 'Synchronize the clocks of both machines with NTP.';
  if (difference > MAX_DIFFERENCE_MS) return failed('clocks', found, fix);
  return difference > WARN_DIFFERENCE_MS ? warning('clocks', found, fix) : passed('clocks', found);
}
