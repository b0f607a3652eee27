// A registry that mirrors only one platform makes npm leave out the binary packages of all others, and then
// `npm ci` refuses the lock, here and everywhere. This adds them: their versions are exact, so nothing is guessed.
import { readFileSync, writeFileSync } from 'node:fs';
import { lockEntryOf, missingFrom, type Lock } from './lock.ts';

const FILE = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(FILE, 'utf8')) as Lock;
const missing = missingFrom(lock);
for (const { name, version } of missing) lock.packages[`node_modules/${name}`] = lockEntryOf(name, version);
const sorted = Object.entries(lock.packages).toSorted(([a], [b]) => a.localeCompare(b, 'en'));
writeFileSync(FILE, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
console.log(`lock: ${missing.length} packages of other platforms added`);
