import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { portFrom } from '../demo/port.ts';
import { blocksOf, shows, type Block } from './blocks.ts';

const { values } = readCommandLine({
  name: 'npm run readme',
  summary: 'Runs the commands of README.md in a clean clone and compares their output.',
  options: {
    installed: {
      type: 'boolean',
      default: false,
      help: 'take the modules of this checkout, where npm ci has just run, instead of running it again',
    },
  },
  example: 'npm run readme',
});
/** Ends a command that hangs; a busy machine stays below it. */
const LIMIT_MS = 600_000;
const ROOT = path.resolve(import.meta.dirname, '../..');
const place = mkdtempSync(path.join(tmpdir(), 'parley-readme-'));
const clone = path.join(place, 'parley');
// As root, the demo runs PostgreSQL under another account, which needs access.
chmodSync(place, 0o755);
const begun = performance.now();

function say(line: string): void {
  console.log(`${((performance.now() - begun) / 1000).toFixed(1).padStart(6)} s  ${line}`);
}

/** The default port of the README may be taken on this machine. */
const port = await portFrom(9800);
const environment: Record<string, string | undefined> = { ...process.env, CURL_HOME: place };
for (const name of Object.keys(environment)) if (name.startsWith('PARLEY_')) delete environment[name];
// Makes curl fail on error responses.
writeFileSync(path.join(place, '.curlrc'), 'fail-with-body\nmax-time = 20\n');

const children = new Set<ChildProcess>();

function start(script: string, directory: string): ChildProcess {
  const child = spawn('bash', ['-e', '-o', 'pipefail', '-c', script], {
    cwd: directory,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
    // A process group of its own, so that its children are stopped with it.
    detached: true,
  });
  children.add(child);
  return child;
}

function outputOf(child: ChildProcess, until?: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (until?.test(output) === true) resolve(output);
    });
    child.once('close', (code) => {
      children.delete(child);
      if (code === 0 && until === undefined) resolve(output);
      else reject(new Error(`The command exited with ${code}:\n${output}`));
    });
  });
}

/** Links the modules instead of installing them; links between packages are relative, so they lead into the clone. */
function withInstalledModules(script: string): string {
  if (!script.includes('npm ci\n')) throw new Error('README.md no longer installs the modules by npm ci.');
  const link = `
    for modules in $(cd '${ROOT}' && ls -d node_modules packages/*/node_modules); do
      cp -al '${ROOT}'/$modules $modules 2>/dev/null || { rm -rf $modules; cp -a '${ROOT}'/$modules $modules; }
    done
    rm -rf node_modules/.cache
  `;
  return script.replace('npm ci\n', link);
}

/** Earlier blocks run again before each block, because later blocks use their variables. */
const scripts: string[] = [];

async function runBlock(block: Block): Promise<void> {
  const script = block.script.replaceAll('9800', String(port));
  if (block.kind === 'serve') {
    const demo = script.replace('npm run demo', `npm run demo -- --port ${port} --try`);
    await outputOf(
      start(values.installed ? withInstalledModules(demo) : demo, clone),
      /all printed commands work/,
    );
    return;
  }
  scripts.push(script);
  const marker = '--- now ---';
  const earlier = scripts.slice(0, -1).map((text) => `{ ${text}\n} >/dev/null`);
  const output = await outputOf(start([...earlier, `echo '${marker}'`, script].join('\n'), clone));
  const shown = output.slice(output.indexOf(marker) + marker.length).trim();
  if (block.expected !== undefined && !shows(shown, block.expected))
    throw new Error(`README.md shows\n${block.expected}\nbut the output is\n${shown}`);
}

async function end(): Promise<void> {
  for (const child of children) {
    const gone = new Promise((resolve) => {
      child.once('close', resolve);
    });
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    await gone;
  }
  rmSync(place, { recursive: true, force: true });
}

const timer = setTimeout(() => {
  console.error(`The commands of README.md took longer than ${LIMIT_MS / 1000} seconds.`);
  void end().finally(() => process.exit(1));
}, LIMIT_MS);

try {
  await outputOf(start(`git clone --quiet --no-hardlinks '${ROOT}' '${clone}'`, place));
  say('a clean clone');
  const blocks = blocksOf(readFileSync(path.join(clone, 'README.md'), 'utf8'));
  if (blocks.length < 3) throw new Error('README.md has lost its commands.');
  for (const block of blocks) {
    await runBlock(block);
    say(`works: ${block.script.split('\n').at(-1) ?? ''}`);
  }
  await end();
  say('stopped');
  clearTimeout(timer);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  await end();
  process.exit(1);
}
