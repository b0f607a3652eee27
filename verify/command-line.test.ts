import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Ended } from '../tools/load-commands.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const TIMEOUT_MS = 300_000;

/** Files of the npm scripts that run a command of `verify/` or `tools/`. */
function commandsOfScripts(): string[] {
  const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  return Object.values(scripts)
    .filter((script) => /^node .*\b(verify|tools)\/.*\.ts\b/.test(script))
    .map((script) => script.split(' ').at(-1) ?? '');
}

function runAll(commands: readonly string[], argument: string): Ended[] {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'tools/load-commands.ts', argument, ...commands],
    { cwd: ROOT, encoding: 'utf8', timeout: TIMEOUT_MS },
  );
  if (!stdout.startsWith('[')) throw new Error(`The commands could not be loaded: ${stderr}`);
  return JSON.parse(stdout) as Ended[];
}

const USAGE = /Usage: npm run [\s\S]+\n {2}--help +print this text\n\nExample:\n {2}npm run .+\n$/;

test('every command answers an unknown option with a sentence and its usage', { timeout: TIMEOUT_MS }, () => {
  const results = runAll(commandsOfScripts(), '--unknown');
  const wrong = results.filter(
    ({ code, stdout, stderr }) =>
      code !== 2 ||
      stdout !== '' ||
      !stderr.startsWith("Unknown option '--unknown'.\n\nUsage: ") ||
      !USAGE.test(stderr),
  );
  expect(results.length).toBeGreaterThan(20);
  expect(wrong).toEqual([]);
});

// All commands read `--help` with the same function, so commands that load quickly stand for the others.
test('a command answers --help with its usage', { timeout: TIMEOUT_MS }, () => {
  const commands = ['tools/check.ts', 'verify/model/main.ts', 'verify/bench/main.ts', 'verify/fuzz/main.ts'];
  const results = runAll(commands, '--help');
  expect(results.filter(({ code, stdout }) => code !== 0 || !USAGE.test(stdout))).toEqual([]);
});
