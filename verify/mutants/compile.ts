import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Mutant } from './mutant.ts';
import type { RepositoryCopy } from './repository-copy.ts';

const TSCONFIG = 'tsconfig.mutants.json';

/** The first `count` mutants that compile. Mutants of different files are compiled together. */
export async function compiling(
  copy: RepositoryCopy,
  mutants: readonly Mutant[],
  count: number,
): Promise<Mutant[]> {
  await writeFile(
    path.join(copy.directory, TSCONFIG),
    JSON.stringify({
      extends: './tsconfig.json',
      include: ['packages/server/src'],
      exclude: ['**/*.test.ts', '**/*.rules.ts'],
    }),
  );
  const good = new Set<Mutant>();
  let rest = [...mutants];
  while (good.size < count && rest.length > 0) {
    const round = firstOfEachFile(rest).slice(0, (count - good.size) * 2);
    rest = rest.filter((mutant) => !round.includes(mutant));
    const broken = await filesThatDoNotCompile(copy, round);
    for (const mutant of round) if (!broken.has(mutant.file)) good.add(mutant);
  }
  return mutants.filter((mutant) => good.has(mutant)).slice(0, count);
}

function firstOfEachFile(mutants: readonly Mutant[]): Mutant[] {
  const files = new Set<string>();
  return mutants.filter(({ file }) => !files.has(file) && files.add(file));
}

async function filesThatDoNotCompile(
  copy: RepositoryCopy,
  mutants: readonly Mutant[],
): Promise<ReadonlySet<string>> {
  const originals = new Map<string, string>();
  for (const { file, text } of mutants) {
    originals.set(file, await readFile(path.join(copy.directory, file), 'utf8'));
    await copy.write(file, text);
  }
  const output = await runCompiler(copy.directory);
  for (const [file, text] of originals) await copy.write(file, text);
  const broken = new Set([...output.matchAll(/^(\S+?)\(\d+,\d+\): error/gm)].map(([, file = '']) => file));
  const strangers = [...broken].filter((file) => !originals.has(file));
  if (strangers.length > 0) throw new Error(`A mutant breaks other files: ${strangers.join(', ')}`);
  return broken;
}

function runCompiler(directory: string): Promise<string> {
  const args = ['-p', TSCONFIG, '--pretty', 'false', '--incremental', '--tsBuildInfoFile', '.types.json'];
  return new Promise((resolve, reject) => {
    execFile('node_modules/.bin/tsc', args, { cwd: directory }, (error, stdout, stderr) => {
      if (error !== null && stdout === '') reject(new Error(`tsc failed: ${stderr}`, { cause: error }));
      else resolve(stdout);
    });
  });
}
