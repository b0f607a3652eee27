import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createProgram } from '@parley/server/app/cli/program.ts';
import { parseReleaseList } from '@parley/server/app/cli/releases/release-list.ts';
import { readConfig } from '@parley/server/engine/config.ts';
import { compareVersions, FIRST_SUPPORTED, readReleases } from '@parley/server/engine/migrations/releases.ts';
import { lackingParts, releaseListOf, sectionsOf } from '../tools/release/notes.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

function read(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}

/** The cells of every row of a page's tables, without quotes of code. */
function rowsOf(page: string): string[][] {
  return page
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', '')),
    );
}

type Manifest = {
  name: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
};
const manifests = ['package.json', ...globSync('packages/*/package.json', { cwd: ROOT })].map(
  (file) => JSON.parse(read(file)) as Manifest,
);

function isOurs(name: string): boolean {
  return name.startsWith('@parley/');
}

test('docs/dependencies.md lists every dependency at run time, with its version and a reason', () => {
  const needed = manifests.flatMap(({ dependencies = {} }) => Object.entries(dependencies));
  const expected = new Map(needed.filter(([name]) => !isOurs(name)));
  const [, atRunTime = ''] = read('docs/dependencies.md').split('\n## ');
  const listed = rowsOf(atRunTime).filter(([name]) => name !== 'package' && name?.startsWith('--') !== true);
  expect(new Map(listed.map(([name = '', version = '']) => [name, version]))).toEqual(expected);
  expect(listed.filter((row) => !/\w{3}/.test(row[3] ?? ''))).toEqual([]);
});

test('docs/dependencies.md names every package of the workshop', () => {
  const [, , workshop = ''] = read('docs/dependencies.md').split('\n## ');
  const atRunTime = manifests.flatMap(({ dependencies = {} }) => Object.keys(dependencies));
  const needed = manifests.flatMap(({ devDependencies = {} }) => Object.keys(devDependencies));
  const unnamed = needed.filter(
    (name) =>
      !isOurs(name) &&
      !atRunTime.includes(name) &&
      !name.startsWith('@types/') &&
      !workshop.includes(`\`${name}\``),
  );
  expect(unnamed).toEqual([]);
});

test('dependencies have exact versions, and each only one', () => {
  const all = manifests.flatMap(({ dependencies, devDependencies }) =>
    Object.entries({ ...dependencies, ...devDependencies }),
  );
  const versions = new Map(all);
  expect(all.filter(([name, version]) => versions.get(name) !== version)).toEqual([]);
  expect(all.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
});

test('docs/operating/configuration.md lists every variable of the configuration with its true default', () => {
  const known = new Set(read('packages/server/src/engine/environment.ts').match(/\bPARLEY_[A-Z0-9_]+/g));
  const rows = rowsOf(read('docs/operating/configuration.md')).filter(
    ([name]) => name?.startsWith('PARLEY_') === true,
  );
  expect(new Set(rows.map(([name]) => name))).toEqual(known);
  const bare = { PARLEY_SECRET: 'x'.repeat(32) };
  const stated = Object.fromEntries(rows.filter(([, value]) => value !== ''));
  expect(Object.keys(stated).length).toBeGreaterThan(10);
  expect(readConfig({ ...bare, ...stated })).toEqual(readConfig(bare));
});

const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...globSync(
    '{docs/*.md,docs/operating/*.md,docs/adr/*.md,docs/guides/*.md,docs/security/*.md,packages/client/README.md}',
    {
      cwd: ROOT,
    },
  ),
];

test.each(PAGES)('links of %s lead somewhere', (page) => {
  const links = [...read(page).matchAll(/\]\(([^)#]+)(#[^)]*)?\)/g)].map(([, link = '']) => link);
  const local = links.filter((link) => !/^[a-z]+:/.test(link));
  const broken = local.filter((link) => !existsSync(path.join(ROOT, path.dirname(page), link)));
  expect(broken).toEqual([]);
});

const PAGES_WITH_PATHS = [
  'docs/architecture.md',
  'docs/glossary.md',
  ...globSync('docs/{adr,security}/*.md', { cwd: ROOT }),
];

test.each(PAGES_WITH_PATHS)('files that %s names exist', (page) => {
  const named = [...read(page).matchAll(/`((?:[\w-]+\/)[\w./-]+\.(?:ts|sql|md|conf|cfg|service))`/g)].map(
    ([, file = '']) => file,
  );
  const roots = ['.', 'packages/server/src', 'packages/server'];
  const missing = named.filter((file) => !roots.some((root) => existsSync(path.join(ROOT, root, file))));
  expect(missing).toEqual([]);
});

test('docs/architecture.md and docs/glossary.md name files', () => {
  for (const page of ['docs/architecture.md', 'docs/glossary.md'])
    expect(read(page).match(/`[\w./-]+\.ts`/g)?.length ?? 0).toBeGreaterThan(30);
});

test('commands that pages tell users to run exist', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const told = PAGES.flatMap((page) =>
    [...read(page).matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, name = '']) => name),
  );
  expect(told.filter((name) => !(name in scripts))).toEqual([]);
});

type Program = ReturnType<typeof createProgram>;

/** The words of every command that does something, such as `parley realm create`. */
function commandsOf(
  command: Pick<Program, 'name' | 'commands'>,
  words: readonly string[] = [command.name()],
): string[] {
  if (command.commands.length === 0) return [words.join(' ')];
  return command.commands.flatMap((one) => commandsOf(one, [...words, one.name()]));
}

test('docs/operating/tools.md lists every command', () => {
  const listed = [...read('docs/operating/tools.md').matchAll(/`(parley [a-z]+(?: [a-z-]+)?)/g)].map(
    ([, name = '']) => name,
  );
  expect(commandsOf(createProgram()).filter((name) => !listed.includes(name))).toEqual([]);
});

test('CHANGELOG.md says for every release, and the next one, what to do and how to go back', () => {
  const changelog = read('CHANGELOG.md');
  const [, unreleased = ''] = changelog.split('\n## Unreleased\n');
  const released = sectionsOf(changelog).filter(({ version }) => version !== '0.1.0');
  expect(released.map(({ version }) => version)).toEqual(expect.arrayContaining(['0.2.0', '0.3.0']));
  const lacking = released.map(({ version, text }) => [version, ...lackingParts(text)]);
  lacking.push(['Unreleased', ...lackingParts(unreleased.split('\n## ')[0] ?? '')]);
  expect(lacking.filter((parts) => parts.length > 1)).toEqual([]);
});

test('parts of release notes that are missing or empty are found', () => {
  expect(lackingParts('### What to do\n\nNothing.\n\n### How to go back\n\n')).toEqual(['How to go back']);
  expect(lackingParts('### How to go back\n\nStart 0.4.0.')).toEqual(['What to do']);
});

test('the list of releases begins with the first supported one and tells fixes of vulnerabilities', () => {
  const text = '### What to do\n\nNothing.';
  const sections = [
    { version: '0.4.1', released: '2027-01-02', text: `### Security\n\nA fix.\n\n${text}` },
    { version: '0.4.0', released: '2027-01-01', text },
    { version: '0.3.0', released: '2026-11-17', text },
  ];
  expect(parseReleaseList(releaseListOf(sections))).toEqual([
    { version: '0.4.0', released: '2027-01-01', security: false },
    { version: '0.4.1', released: '2027-01-02', security: true },
  ]);
});

test('the install page names the tag of the last supported release, or of the first one', async () => {
  const last = (await readReleases()).at(-1)?.version ?? FIRST_SUPPORTED;
  const tag = `v${compareVersions(last, FIRST_SUPPORTED) < 0 ? FIRST_SUPPORTED : last}`;
  const named = new Set(read('docs/operating/install.md').match(/\bv\d+\.\d+\.\d+\b/g));
  expect(named).toEqual(new Set([tag]));
});

test('deploy/prometheus/alerts.yml has the alerts of docs/operating/monitoring.md', () => {
  const [, table = ''] = read('docs/operating/monitoring.md').split('| alert | condition | action |');
  const rows = rowsOf(table.split('\n\n')[0] ?? '');
  const told = rows.map(([, condition = '']) =>
    condition.replace(/ for (a|an|five|ten) \w+$/, '').replaceAll('\\|', '|'),
  );
  const rules = [...read('deploy/prometheus/alerts.yml').matchAll(/expr: '(.*)'/g)].map(([, expr]) => expr);
  expect(rules).toEqual(told);
});
