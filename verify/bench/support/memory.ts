import { readFile } from 'node:fs/promises';
import { familyOf } from './processor-time.ts';

/** Memory of a process. */
export async function residentKilobytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0);
}

/** Memory that a process shares with no other. */
export async function privateKilobytes(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
  return [...text.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+)/gm)].reduce(
    (sum, row) => sum + Number(row[1]),
    0,
  );
}

/** Memory of a process and its children, shared pages counted once. */
export async function kilobytesOfFamily(pid: number): Promise<number> {
  const shares = await Promise.all(
    (await familyOf(pid)).map(async (one) => {
      const text = await readFile(`/proc/${one}/smaps_rollup`, 'utf8').catch(() => '');
      return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0);
    }),
  );
  return shares.reduce((sum, share) => sum + share, 0);
}

/** Peak memory of a process. */
export async function highWaterKilobytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0);
}
