import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readMigrations } from '@parley/server/engine/migrations/migration-files.ts';
import { readReleases } from '@parley/server/engine/migrations/releases.ts';
import { VERSION } from '@parley/server/engine/version.ts';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { writeArtefacts } from './artefacts.ts';
import { lackingParts } from './notes.ts';
import { setVersion } from './set-version.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const RELEASES = path.join(ROOT, 'packages/server/releases.json');
const CHANGELOG = path.join(ROOT, 'CHANGELOG.md');

const INSTALL_PAGE = path.join(ROOT, 'docs/operating/install.md');

const { values, fail } = readCommandLine({
  name: 'npm run release:cut',
  summary:
    'Makes the commit and the tag of a release, its package, archive, bill of materials, notes and checksums, and the first commit of the next version.',
  options: {
    key: {
      type: 'string',
      value: 'fingerprint',
      help: 'the key of gpg that signs the tag and the checksums',
    },
    to: { type: 'string', default: 'dist/release', value: 'directory', help: 'the directory of the release' },
  },
  example: 'npm run release:cut -- --key 3AA5C34371567BD2',
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

/** Names the tag of this release where newcomers copy their first command. */
function nameTag(version: string): void {
  const text = readFileSync(INSTALL_PAGE, 'utf8');
  writeFileSync(INSTALL_PAGE, text.replaceAll(/\bv\d+\.\d+\.\d+\b/g, `v${version}`));
}

function makeArtefacts(version: string): void {
  const { key } = values;
  try {
    writeArtefacts({ root: ROOT, version, directory: path.resolve(values.to), key });
    const signature = key === undefined ? ['--annotate'] : ['--sign', '--local-user', key];
    git('tag', ...signature, '--message', `Parley ${version}`, `v${version}`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    fail(`${reason}\nThe release has its commit and nothing else. Undo it: git reset --hard HEAD~1`);
  }
}

/** The next minor version, as a development version. */
function developmentAfter(version: string): string {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return `${major}.${minor + 1}.0-dev`;
}

if (git('status', '--porcelain') !== '') fail('The work tree has changes: commit them first.');
if (!VERSION.endsWith('-dev')) fail(`The version is ${VERSION}, not a development version.`);
const version = VERSION.replace(/-dev$/, '');
const [, unreleased = ''] = readFileSync(CHANGELOG, 'utf8').split('\n## Unreleased\n');
const lacking = lackingParts(unreleased.split('\n## ')[0] ?? '');
if (lacking.length > 0) fail(`CHANGELOG.md does not say under Unreleased: ${lacking.join(', ')}.`);
const next = developmentAfter(version);
const migrations = Object.fromEntries((await readMigrations()).map(({ name, hash }) => [name, hash]));
const releases = [...(await readReleases()), { version, migrations }];

setVersion(ROOT, VERSION, version);
writeFileSync(RELEASES, `${JSON.stringify(releases, null, 2)}\n`);
const heading = `\n## ${version} (${new Date().toISOString().slice(0, 10)})\n`;
changeChangelog('\n## Unreleased\n', heading);
nameTag(version);
commit(`release: ${version}`);
makeArtefacts(version);

setVersion(ROOT, version, next);
changeChangelog(
  heading,
  `\n## Unreleased\n\nNo changes yet.\n\n### What to do\n\nNothing.\n\n### How to go back\n\nStart ${version}.\n${heading}`,
);
commit(`release: begin ${next}`);
console.log(`${version} is released; the version is now ${next}. Publish ${path.resolve(values.to)}, and:`);
console.log(`git push origin HEAD v${version}`);
if (values.key === undefined) console.log('Without --key, tag and checksums are not signed.');
