import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Locks the directory for this process; returns a function that unlocks it. */
export async function claim(directory: string): Promise<() => Promise<void>> {
  const file = path.join(directory, 'running');
  const other = Number(await readFile(file, 'utf8').catch(() => ''));
  if (other > 0 && isAlive(other))
    throw new Error(`The demo is already running (process ${other}). Stop it first with Ctrl-C.`);
  await writeFile(file, String(process.pid));
  return () => rm(file, { force: true });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
