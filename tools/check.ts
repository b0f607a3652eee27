import { spawn } from 'node:child_process';
import { readCommandLine } from '@parley/test-support/command-line.ts';

readCommandLine({
  name: 'npm run check',
  summary: 'Runs format check, lint, types and unit tests in parallel: the quick check before a commit.',
  options: {},
  example: 'npm run check',
});
const CHECKS = ['format:check', 'lint', 'types', 'unit'] as const;

type Outcome = {
  readonly name: string;
  readonly good: boolean;
  readonly seconds: number;
  readonly output: string;
};

function run(name: string): Promise<Outcome> {
  return new Promise((resolve) => {
    const started = performance.now();
    const child = spawn('npm', ['run', '-s', name], { env: { ...process.env, NO_COLOR: '1' } });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString('utf8');
      });
    child.on('close', (code) => {
      const outcome = { name, good: code === 0, seconds: (performance.now() - started) / 1000, output };
      process.stdout.write(
        `${outcome.good ? '✓' : '✗'} ${name.padEnd(14)}${outcome.seconds.toFixed(1).padStart(6)} s\n`,
      );
      resolve(outcome);
    });
  });
}

const outcomes = await Promise.all(CHECKS.map(run));
for (const { name, good, output } of outcomes)
  if (!good) process.stdout.write(`\n--- ${name} ---\n${output}`);
process.exitCode = outcomes.every(({ good }) => good) ? 0 : 1;
