import { execFile } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PAGE = 'packages/web/dist/index.html';
/** Sources of the web client; the build depends on nothing else in the repository. */
const SOURCES = [
  'packages/web/src',
  'packages/web/sw',
  'packages/web/public',
  'packages/web/index.html',
  'packages/web/build',
  'packages/web/vite.config.ts',
  'packages/client/src',
  'packages/contract/src',
  'packages/markdown/src',
];

const run = promisify(execFile);

/** Builds the web client if it is missing or older than its sources. */
export async function ensureBuilt(progress: (line: string) => void): Promise<void> {
  const built = await changedAt(PAGE);
  const changes = await Promise.all(SOURCES.map(changedAt));
  if (built > Math.max(...changes)) return;
  progress(built === 0 ? 'building the web client …' : 'building the web client again …');
  const vite = path.join(
    path.dirname(createRequire(import.meta.url).resolve('vite/package.json')),
    'bin/vite.js',
  );
  try {
    await run(process.execPath, [vite, 'build', 'packages/web', '--logLevel', 'warn'], { cwd: ROOT });
  } catch (error) {
    // A client over its size budget is complete all the same.
    if ((await changedAt(PAGE)) <= built) throw error;
  }
  progress('web client');
}

/** The time of the last change of a file, or of anything in a directory; 0 if there is none. */
async function changedAt(name: string): Promise<number> {
  const place = path.join(ROOT, name);
  const found = await stat(place).catch(() => undefined);
  if (found === undefined) return 0;
  if (!found.isDirectory()) return found.mtimeMs;
  const entries = await readdir(place, { recursive: true });
  const times = await Promise.all(entries.map((entry) => stat(path.join(place, entry))));
  return Math.max(found.mtimeMs, ...times.map(({ mtimeMs }) => mtimeMs));
}
