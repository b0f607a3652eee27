import { readFile } from 'node:fs/promises';

/** What a process holds in memory. */
export const residentKilobytes = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0);
};
