import { readdir, readFile } from 'node:fs/promises';

/** Clock ticks per second of Linux. */
const TICKS = 100;

type Stat = { readonly parent: number; readonly seconds: number };

/** Processor seconds of a process so far, with all its threads. */
export async function secondsOf(pid: number): Promise<number> {
  return (await statOf(pid))?.seconds ?? 0;
}

/** Processor seconds of a process and its children, exited children included. */
export async function secondsOfFamily(pid: number): Promise<number> {
  return (await membersOf(pid)).reduce((sum, { stat }) => sum + stat.seconds, 0);
}

/** The process and its children. */
export async function familyOf(pid: number): Promise<number[]> {
  return (await membersOf(pid)).map((member) => member.pid);
}

async function membersOf(pid: number): Promise<{ readonly pid: number; readonly stat: Stat }[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(
    names.map(async (name) => ({ pid: Number(name), stat: await statOf(Number(name)) })),
  );
  return stats.flatMap(({ pid: one, stat }) =>
    stat !== undefined && (one === pid || stat.parent === pid) ? [{ pid: one, stat }] : [],
  );
}

async function statOf(pid: number): Promise<Stat | undefined> {
  try {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8');
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [parent = 0, user = 0, system = 0, ofChildren = 0, inChildren = 0] = [1, 11, 12, 13, 14].map(
      (n) => fields[n],
    );
    return { parent, seconds: (user + system + ofChildren + inChildren) / TICKS };
  } catch {
    return undefined;
  }
}
