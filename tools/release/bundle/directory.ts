import { createHash } from 'node:crypto';
import { chmodSync, lutimesSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** Files of a directory by their place in it, sorted. */
export function filesIn(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)))
    .toSorted();
}

export function bytesIn(directory: string): number {
  return filesIn(directory).reduce((sum, file) => sum + statSync(path.join(directory, file)).size, 0);
}

/** One hash of the names, rights and contents of all files. */
export function hashOf(directory: string): string {
  const hash = createHash('sha256');
  for (const file of filesIn(directory)) {
    const place = path.join(directory, file);
    const content = createHash('sha256').update(readFileSync(place)).digest('hex');
    hash.update(`${content} ${isProgram(place) ? 'x' : '-'} ${file}\n`);
  }
  return hash.digest('hex');
}

/** Gives all files the same rights and the same time on every machine. */
export function normalize(directory: string, seconds: number): void {
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const place = path.join(entry.parentPath, entry.name);
    if (!entry.isSymbolicLink()) chmodSync(place, entry.isDirectory() || isProgram(place) ? 0o755 : 0o644);
    lutimesSync(place, seconds, seconds);
  }
  chmodSync(directory, 0o755);
  lutimesSync(directory, seconds, seconds);
}

function isProgram(place: string): boolean {
  return (statSync(place).mode & 0o100) !== 0;
}
