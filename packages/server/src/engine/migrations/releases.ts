import { readFile } from 'node:fs/promises';

/** A release, and the SHA-256 of each of its migrations. Its commit is the one that added it to the file. */
export type Release = {
  readonly version: string;
  readonly migrations: Readonly<Record<string, string>>;
};

/** Nothing is kept for releases before this one: neither fixes, nor ways to run beside them or to return to them. */
export const FIRST_SUPPORTED = '0.4.0';

const RELEASES = new URL('../../../releases.json', import.meta.url);

/** The releases, oldest first. */
export async function readReleases(): Promise<readonly Release[]> {
  return JSON.parse(await readFile(RELEASES, 'utf8')) as Release[];
}

const VERSION_PATTERN = /^(\d+)\.(\d+)\.(\d+)(-dev)?$/;

/** Negative if `a` is older than `b`. A development version precedes its release. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)];
  for (const [n, part] of left.entries()) {
    const difference = part - (right[n] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function partsOf(version: string): number[] {
  const found = VERSION_PATTERN.exec(version);
  if (found === null) throw new Error(`'${version}' is not a version such as 0.2.0 or 0.3.0-dev.`);
  const [, major, minor, patch, development] = found;
  return [Number(major), Number(minor), Number(patch), development === undefined ? 1 : 0];
}
