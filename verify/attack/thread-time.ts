import { readFileSync } from 'node:fs';

const NANOSECONDS_PER_MS = 1e6;

/**
 * Processor time of the main thread of a process, in milliseconds. Wall times would count the other processes of a
 * busy machine.
 */
export function mainThreadMs(pid: number): number {
  try {
    const [nanoseconds = '0'] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'latin1').split(' ');
    return Number(nanoseconds) / NANOSECONDS_PER_MS;
  } catch {
    // The process has ended.
    return 0;
  }
}
