import type { Clock } from '../../../engine/clock.ts';
import { sql, type Reader } from '../../../engine/db/sql.ts';
import { advice, bad, good, type Finding } from './finding.ts';

const WORTH_A_WORD_MS = 1_000;
const TOO_MUCH_MS = 30_000;

/** Our clock against PostgreSQL's: times of events come from both. */
export async function checkClock(reader: Reader, clock: Clock): Promise<Finding> {
  const before = clock.now();
  const row = await reader.first(sql<{ now: Date }>`select clock_timestamp() as now`);
  const difference = Math.abs((row?.now.getTime() ?? 0) - (before + clock.now()) / 2);
  const found = `${Math.round(difference)} ms apart`;
  const todo = 'Let both machines keep time by NTP.';
  if (difference > TOO_MUCH_MS) return bad('clocks', found, todo);
  return difference > WORTH_A_WORD_MS ? advice('clocks', found, todo) : good('clocks', found);
}
