import type { Bus } from '../engine/bus/bus.ts';
import { every, type Clock } from '../engine/clock.ts';
import type { RateLimiter } from './rate-limits.ts';

/** A client that alternates between nodes gains at most what it sends within this time. */
const REPORT_INTERVAL_MS = 250;

/** Tells other nodes which requests this node accepted, and counts theirs. Returns a function that stops. */
export function shareLimits(
  limiter: RateLimiter,
  bus: Pick<Bus, 'broadcast' | 'onBroadcast'>,
  clock: Clock,
  warn: (error: unknown) => void,
): () => void {
  bus.onBroadcast((text) => {
    limiter.add(text);
  });
  const report = async (): Promise<void> => {
    const spent = limiter.spent();
    if (spent !== undefined) bus.broadcast(spent);
  };
  return every(clock, REPORT_INTERVAL_MS, report, warn);
}
