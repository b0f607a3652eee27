// A registry that mirrors only one platform makes npm leave out the binary packages of all others, and then
// `npm ci` rejects the lock everywhere. This command adds them; their versions are exact, so nothing is guessed.
// Hashes come from the registry's metadata; npm cannot verify a package without one.
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { lockEntryOf, missingFrom, packageAt, withoutIntegrity, type Lock } from './lock.ts';

readCommandLine({
  name: 'npm run lock:complete',
  summary: 'Adds the binary packages of other platforms and missing hashes to package-lock.json.',
  options: {},
  example: 'npm run lock:complete',
});
const FILE = new URL('../../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(FILE, 'utf8')) as Lock;
const missing = missingFrom(lock);
for (const { name, version } of missing) lock.packages[`node_modules/${name}`] = lockEntryOf(name, version);

const unknown: string[] = [];
let filled = 0;
for (const at of withoutIntegrity(lock)) {
  const entry = lock.packages[at];
  const wanted = `${packageAt(at)}@${entry?.version ?? ''}`;
  const integrity = await integrityOf(wanted);
  if (entry === undefined || integrity === null) unknown.push(wanted);
  else {
    entry.integrity = integrity;
    filled += 1;
  }
}

const sorted = Object.entries(lock.packages).toSorted(([a], [b]) => a.localeCompare(b, 'en'));
writeFileSync(FILE, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
console.log(`lock: ${missing.length} packages of other platforms added, ${filled} hashes filled in`);
if (unknown.length > 0) {
  console.error(
    `lock: the registry has no hash of ${unknown.join(', ')}. Choose a version that it has for all platforms.`,
  );
  process.exitCode = 1;
}

async function integrityOf(wanted: string): Promise<string | null> {
  const ask = promisify(execFile)('npm', ['view', wanted, 'dist.integrity']);
  const answer = await ask.then(
    ({ stdout }) => stdout.trim(),
    () => '',
  );
  return answer.startsWith('sha512-') ? answer : null;
}
