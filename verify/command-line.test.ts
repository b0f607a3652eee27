import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');
const PARALLEL_PROCESSES = 2;
const TIMEOUT_MS = 120_000;

type Ended = { readonly code: number; readonly stdout: string; readonly stderr: string };

/** Arguments of `node` for every npm script that runs a command of `verify/` or `tools/`. */
function commandsOfScripts(): string[][] {
  const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  return Object.values(scripts)
    .filter((script) => /^node .*\b(verify|tools)\//.test(script))
    .map((script) => script.split(' ').slice(1));
}

function run(args: readonly string[]): Promise<Ended> {
  const env = { ...process.env, NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules/.cache/command-line') };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: ROOT, env, timeout: 30_000 }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

async function runAll(commands: readonly string[][], argument: string): Promise<Map<string, Ended>> {
  const results = new Map<string, Ended>();
  const pending = [...commands];
  const work = async (): Promise<void> => {
    for (let command = pending.shift(); command !== undefined; command = pending.shift())
      results.set(command.join(' '), await run([...command, argument]));
  };
  await Promise.all(Array.from({ length: PARALLEL_PROCESSES }, work));
  return results;
}

const USAGE = /Usage: npm run [\s\S]+\n {2}--help +print this text\n\nExample:\n {2}npm run .+\n$/;

function commandsWhere(results: ReadonlyMap<string, Ended>, isWrong: (ended: Ended) => boolean): string[] {
  return [...results].filter(([, ended]) => isWrong(ended)).map(([command]) => command);
}

test(
  'every command answers an unknown option with a sentence and its usage',
  { timeout: TIMEOUT_MS },
  async () => {
    const results = await runAll(commandsOfScripts(), '--unknown');
    const wrong = commandsWhere(
      results,
      ({ code, stdout, stderr }) =>
        code !== 2 ||
        stdout !== '' ||
        !stderr.startsWith("Unknown option '--unknown'.\n\nUsage: ") ||
        !USAGE.test(stderr),
    );
    expect(results.size).toBeGreaterThan(20);
    expect(wrong).toEqual([]);
  },
);

// All commands read `--help` with the same function, so commands that load quickly stand for the others.
test('a command answers --help with its usage', { timeout: TIMEOUT_MS }, async () => {
  const results = await runAll(
    [['tools/check.ts'], ['verify/model/main.ts'], ['verify/bench/main.ts'], ['verify/fuzz/main.ts']],
    '--help',
  );
  expect(commandsWhere(results, ({ code, stdout }) => code !== 0 || !USAGE.test(stdout))).toEqual([]);
});
