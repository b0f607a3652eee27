import { execFileSync, spawn } from 'node:child_process';
import { mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { bundleServer } from '../../tools/release/bundle/server.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const RELEASES = 'packages/server/releases.json';
export const VERSION_FILE = 'packages/server/src/engine/version.ts';
/** Everything that a node needs. */
const CONTENT = ['packages', 'package.json', 'package-lock.json', 'deploy'];

/** A directory with the program of one version. */
export type Checkout = { readonly directory: string; readonly main: string };

/** The commit that added a release to `releases.json`; undefined if this clone lacks the history. */
export function commitOfRelease(version: string): string | undefined {
  const added = git('log', '--reverse', '--format=%H', `-S"version": "${version}"`, '--', RELEASES);
  const [commit = ''] = added.split('\n');
  // The first commit of a shallow clone seems to add all files.
  const isRelease = commit !== '' && git('show', `${commit}:${VERSION_FILE}`).includes(`'${version}'`);
  return isRelease ? commit : undefined;
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' });
}

/** Writes the files of a commit to a new directory, with the dependencies of that commit. */
export async function checkOutCommit(commit: string, directory: string): Promise<Checkout> {
  await mkdir(directory);
  await pipe(`git archive ${commit} ${CONTENT.join(' ')} | tar -x -C '${directory}'`);
  return furnish(directory);
}

/** Writes the files of the work tree, including changes that are not committed. */
export async function checkOutWorkTree(directory: string): Promise<Checkout> {
  await mkdir(directory);
  const files = `git ls-files --cached --others --exclude-standard -- ${CONTENT.join(' ')}`;
  await pipe(`${files} | tar -c --ignore-failed-read -T - | tar -x -C '${directory}'`);
  return furnish(directory);
}

async function furnish(directory: string): Promise<Checkout> {
  if (await hasSameDependencies(directory)) await linkDependencies(directory);
  else await installDependencies(directory);
  return { directory, main: path.join(directory, 'packages/server/src/main.ts') };
}

/** Builds the program of a version, as installations run it: it starts in a fraction of the time of its sources. */
export async function buildCheckout({ directory }: Checkout): Promise<Checkout> {
  const output = path.join(directory, 'packages/server/dist');
  await bundleServer(directory, output);
  return { directory, main: path.join(output, 'main.js') };
}

type Lock = { packages: Record<string, { version?: string; dev?: boolean; optional?: boolean }> };

/** True if every package that the version needs at run time is installed here with the same version. */
async function hasSameDependencies(directory: string): Promise<boolean> {
  const [theirs, ours] = await Promise.all(
    [directory, ROOT].map(
      async (place) => JSON.parse(await readFile(path.join(place, 'package-lock.json'), 'utf8')) as Lock,
    ),
  );
  return Object.entries(theirs?.packages ?? {})
    .filter(([place, { dev }]) => place.includes('node_modules/') && dev !== true)
    .every(([place, { version }]) => ours?.packages[place]?.version === version);
}

/** Links third-party packages; those of the repository are the checkout's own. */
async function linkDependencies(directory: string): Promise<void> {
  const modules = path.join(directory, 'node_modules');
  await mkdir(path.join(modules, '@parley'), { recursive: true });
  const installed = path.join(ROOT, 'node_modules');
  for (const name of await readdir(installed))
    if (name !== '@parley' && !name.startsWith('.'))
      await symlink(path.join(installed, name), path.join(modules, name));
  for (const name of await readdir(path.join(directory, 'packages'))) {
    await symlink(`../../packages/${name}`, path.join(modules, '@parley', name));
    const own = path.join('packages', name, 'node_modules');
    // Most packages have no dependencies of their own.
    await readdir(path.join(ROOT, own)).then(
      () => symlink(path.join(ROOT, own), path.join(directory, own)),
      () => {},
    );
  }
}

/** Packages that are installed here need not be fetched: npm replaces those that differ. */
async function installDependencies(directory: string): Promise<void> {
  const [from, to] = [path.join(ROOT, 'node_modules'), path.join(directory, 'node_modules')];
  await pipe(`cp -al '${from}' '${to}' || { rm -rf '${to}'; cp -a '${from}' '${to}'; }`);
  await pipe(`cd '${to}' && rm -rf @parley .package-lock.json .cache`);
  await pipe(`cd '${directory}' && npm install --omit=dev --no-save --prefer-offline --no-audit --no-fund`);
}

function pipe(script: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const shell = spawn('bash', ['-c', `set -o pipefail; ${script}`], {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let problems = '';
    shell.stderr.on('data', (chunk: Buffer) => {
      problems += chunk.toString('utf8');
    });
    shell.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${script} failed: ${problems}`));
    });
  });
}
