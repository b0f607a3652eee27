import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { every, type Clock } from './clock.ts';

const EVERY_MS = 10_000;
/** A node that was busy for less of the time is at rest. */
const MAX_BUSY = 0.05;
/** Growth since the last collection that is worth another one. */
const MIN_GROWTH_BYTES = 16 * 1_024 * 1_024;
/** Collecting a larger heap at once would stop a node for longer than a tenth of a second. */
const MAX_HEAP_BYTES = 256 * 1_024 * 1_024;

/**
 * Returns memory to the system while the node is at rest. V8 collects only when it allocates, so a node would keep the
 * garbage of its start and of its busiest minute. Returns a function that stops.
 */
export function collectAtRest(clock: Clock, warn: (error: unknown) => void): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  let before = performance.eventLoopUtilization();
  let least = 0;
  const check = (): void => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    const { rss, heapUsed } = process.memoryUsage();
    least = Math.min(least, rss);
    if (utilization > MAX_BUSY || rss - least < MIN_GROWTH_BYTES || heapUsed > MAX_HEAP_BYTES) return;
    collect();
    // V8 unmaps pages in the background, so the next check knows what is left.
    least = Infinity;
  };
  return every(clock, EVERY_MS, () => Promise.resolve().then(check), warn);
}
