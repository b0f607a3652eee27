/**
 * The least processor time of several runs, in milliseconds: what the work itself costs, whoever else keeps
 * the machine busy.
 */
export function leastTime(work: () => void, runs: number): number {
  let least = Infinity;
  for (let run = 0; run < runs; run++) least = Math.min(least, timeOf(work));
  return least;
}

export function timeOf(work: () => void): number {
  const start = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1_000;
}
