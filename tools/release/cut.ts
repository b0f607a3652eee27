import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readMigrations } from '@parley/server/engine/migrations/migration-files.ts';
import { readReleases } from '@parley/server/engine/migrations/releases.ts';
import { VERSION } from '@parley/server/engine/version.ts';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { setVersion } from './set-version.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const RELEASES = path.join(ROOT, 'packages/server/releases.json');
const CHANGELOG = path.join(ROOT, 'CHANGELOG.md');

const { fail } = readCommandLine({
  name: 'npm run release:cut',
  summary:
    'Makes two commits: the release, with the hashes of its migrations, and the first of the next version.',
  options: {},
  example: 'npm run release:cut',
});

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
}

function commit(subject: string): void {
  git('commit', '--quiet', '--all', '--message', subject);
}

function changeChangelog(from: string, to: string): void {
  const text = readFileSync(CHANGELOG, 'utf8');
  if (!text.includes(from)) fail(`CHANGELOG.md has no line '${from.trim()}'.`);
  writeFileSync(CHANGELOG, text.replace(from, to));
}

/** The next minor version, as a development version. */
function developmentAfter(version: string): string {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return `${major}.${minor + 1}.0-dev`;
}

if (git('status', '--porcelain') !== '') fail('The work tree has changes: commit them first.');
if (!VERSION.endsWith('-dev')) fail(`The version is ${VERSION}, not a development version.`);
const version = VERSION.replace(/-dev$/, '');
const next = developmentAfter(version);
const migrations = Object.fromEntries((await readMigrations()).map(({ name, hash }) => [name, hash]));
const releases = [...(await readReleases()), { version, migrations }];

setVersion(ROOT, VERSION, version);
writeFileSync(RELEASES, `${JSON.stringify(releases, null, 2)}\n`);
const heading = `\n## ${version} (${new Date().toISOString().slice(0, 10)})\n`;
changeChangelog('\n## Unreleased\n', heading);
commit(`release: ${version}`);

setVersion(ROOT, version, next);
changeChangelog(
  heading,
  `\n## Unreleased\n\nNo changes yet.\n\n### What to do\n\nNothing.\n\n### How to go back\n\nStart ${version}.\n${heading}`,
);
commit(`release: begin ${next}`);
console.log(`${version} is released; the version is now ${next}`);
