import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';

/** PostgreSQL writes meanwhile, so the last megabytes are filled until an error. */
const FILL = `available=$(df --block-size=1 --output=avail "$1" | tail -n 1)
[ "$available" -gt 8388608 ] && fallocate --length $((available - 8388608)) "$2"
head --bytes=16777216 /dev/zero 2>/dev/null >>"$2"
true`;

export type SmallDisk = {
  readonly path: string;
  readonly fill: () => () => void;
  readonly unmount: () => void;
};

/** Mounts a small tmpfs below a directory, such as for PostgreSQL; undefined without root. */
export function mountDisk(directory: string, megabytes: number, name = 'disk'): SmallDisk | undefined {
  if (process.getuid?.() !== 0) return undefined;
  execFileSync('chmod', ['755', directory]);
  const place = path.join(directory, name);
  const filler = path.join(place, 'filler');
  try {
    execFileSync('mkdir', [place]);
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', place]);
  } catch {
    return undefined;
  }
  return {
    path: place,
    fill: () => {
      execFileSync('sh', ['-c', FILL, 'sh', place, filler]);
      return () => rmSync(filler, { force: true });
    },
    unmount: () => {
      execFileSync('umount', ['-l', place]);
    },
  };
}
