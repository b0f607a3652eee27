/**
 * Milliseconds of processor time that this thread spends on the work. Unlike elapsed time, it hardly depends on what else
 * runs on the machine.
 */
export function processorMs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
