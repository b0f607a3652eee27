/** The processor’s clock may tick only every few milliseconds; a stretch of work this long is measured well. */
const STRETCH_MS = 40;

/**
 * The least processor time that the work took in several stretches, in milliseconds: what it costs by itself,
 * however busy the machine is.
 */
export function leastTime(work: () => void, stretches: number): number {
  const repeats = Math.max(1, Math.ceil(STRETCH_MS / Math.max(0.01, wallTimeOf(work))));
  let least = Infinity;
  for (let stretch = 0; stretch < stretches; stretch++) {
    const took = timeOf(() => {
      for (let repeat = 0; repeat < repeats; repeat++) work();
    });
    least = Math.min(least, took / repeats);
  }
  return least;
}

export function timeOf(work: () => void): number {
  const start = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1_000;
}

function wallTimeOf(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}
