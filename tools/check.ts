import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readCommandLine } from '@parley/test-support/command-line.ts';

const { values } = readCommandLine({
  name: 'npm run check',
  summary:
    'Runs format check, lint, types, the check of regular expressions and unit tests in parallel: the quick check before a commit. Lint and tests are those of what changed since the main branch.',
  options: {
    all: { type: 'boolean', default: false, help: 'lint and test everything' },
  },
  example: 'npm run check -- --all',
});

type Check = { readonly name: string; readonly command: string; readonly args: readonly string[] };

type Outcome = {
  readonly name: string;
  readonly good: boolean;
  readonly output: string;
};

function git(...args: readonly string[]): string {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : '';
}

/** The commit that the work tree is compared with: where this branch left main, on main itself the commit before. */
function baseOf(): string {
  for (const main of ['origin/main', 'main']) {
    const base = git('merge-base', 'HEAD', main);
    if (base !== '' && base !== git('rev-parse', 'HEAD')) return base;
  }
  return git('rev-parse', '--verify', '--quiet', 'HEAD~1') || 'HEAD';
}

function checksOf(base: string | undefined): Check[] {
  const always = ['format:check', 'types', 'expressions'].map((name) => ({
    name,
    command: 'npm',
    args: ['run', '-s', name],
  }));
  if (base === undefined)
    return [
      ...always,
      ...['lint', 'unit'].map((name) => ({ name, command: 'npm', args: ['run', '-s', name] })),
    ];
  const changed = [
    ...git('diff', '--name-only', '--diff-filter=d', base).split('\n'),
    ...git('ls-files', '--others', '--exclude-standard').split('\n'),
  ].filter((file) => /\.tsx?$/.test(file) && existsSync(file));
  const unit = ['run', '--project', 'unit', '--changed', base, '--passWithNoTests'];
  const components = ['run', '--project', 'browser', '--changed', base, '--passWithNoTests'];
  return [
    ...always,
    ...(changed.length === 0
      ? []
      : [{ name: 'lint', command: 'oxlint', args: ['--type-aware', ...changed] }]),
    // Tests of the whole repository read files that they do not import.
    { name: 'repository', command: 'vitest', args: ['run', '--project', 'unit', 'tests/'] },
    { name: 'unit', command: 'vitest', args: unit },
    // A browser takes seconds to start.
    ...(changed.some((file) => file.startsWith('packages/web/'))
      ? [{ name: 'components', command: 'vitest', args: components }]
      : []),
  ];
}

function run({ name, command, args }: Check): Promise<Outcome> {
  return new Promise((resolve) => {
    const started = performance.now();
    const child = spawn(command, args, { env: { ...process.env, NO_COLOR: '1' } });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString('utf8');
      });
    child.on('close', (code) => {
      const seconds = (performance.now() - started) / 1000;
      process.stdout.write(
        `${code === 0 ? '✓' : '✗'} ${name.padEnd(14)}${seconds.toFixed(1).padStart(6)} s\n`,
      );
      resolve({ name, good: code === 0, output });
    });
  });
}

const outcomes = await Promise.all(checksOf(values.all ? undefined : baseOf()).map(run));
for (const { name, good, output } of outcomes)
  if (!good) process.stdout.write(`\n--- ${name} ---\n${output}`);
process.exitCode = outcomes.every(({ good }) => good) ? 0 : 1;
