import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from './mutant.ts';

/** A copy of the repository, so that the working tree is never changed. */
export type RepositoryCopy = {
  readonly directory: string;
  write(file: string, text: string): Promise<void>;
  remove(): Promise<void>;
};

export async function copyRepository(): Promise<RepositoryCopy> {
  const directory = await mkdtemp(path.join(tmpdir(), 'parley-mutants-'));
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  for (const file of listed.split('\0').filter((name) => name !== ''))
    await cp(path.join(ROOT, file), path.join(directory, file), { force: true }).catch(ignoreDeleted);
  await linkModules(directory, 'node_modules');
  for (const name of await readdir(path.join(ROOT, 'packages')))
    await linkModules(directory, `packages/${name}/node_modules`);
  return {
    directory,
    write: (file, text) => writeFile(path.join(directory, file), text),
    remove: () => rm(directory, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/**
 * Links the libraries of a folder, if npm put any there. Libraries are those of the repository; its own packages are those
 * of the copy.
 */
async function linkModules(directory: string, folder: string): Promise<void> {
  const from = path.join(ROOT, folder);
  if (!existsSync(from)) return;
  const to = path.join(directory, folder);
  await mkdir(to, { recursive: true });
  for (const name of await readdir(from)) {
    if (name.startsWith('.') && name !== '.bin') continue;
    if (name !== '@parley') await symlink(path.join(from, name), path.join(to, name));
    else await copyLinks(path.join(from, name), path.join(to, name));
  }
}

async function copyLinks(from: string, to: string): Promise<void> {
  await mkdir(to);
  for (const name of await readdir(from))
    await symlink(await readlink(path.join(from, name)), path.join(to, name));
}

/** A file that was deleted and is not committed yet is listed but absent. */
function ignoreDeleted(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
