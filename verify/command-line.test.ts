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

const USAGE = /^Usage: npm run [\s\S]+\n {2}--help +print this text\n\nExample:\n {2}npm run .+\n$/;

test(
  'every command answers an unknown option with a sentence and its usage',
  { timeout: TIMEOUT_MS },
  async () => {
    const results = await runAll(commandsOfScripts(), '--unknown');
    expect(results.size).toBeGreaterThan(20);
    for (const [command, { code, stdout, stderr }] of results) {
      const [sentence, ...usage] = stderr.split('\n\n');
      expect([code, stdout], command).toEqual([2, '']);
      expect(sentence, command).toBe("Unknown option '--unknown'.");
      expect(usage.join('\n\n'), command).toMatch(USAGE);
    }
  },
);

// All commands read `--help` with the same function, so commands that load quickly stand for the others.
test('a command answers --help with its usage', { timeout: TIMEOUT_MS }, async () => {
  const quick = [
    ['tools/check.ts'],
    ['verify/model/main.ts'],
    ['verify/bench/main.ts'],
    ['verify/fuzz/main.ts'],
  ];
  for (const [command, { code, stdout }] of await runAll(quick, '--help')) {
    expect(code, command).toBe(0);
    expect(stdout, command).toMatch(USAGE);
  }
});
