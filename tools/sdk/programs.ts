import { spawn } from 'node:child_process';
import { once } from 'node:events';

export type Program = {
  readonly pid: number;
  output(): string;
  /** Waits until the output matches. */
  says(what: RegExp): Promise<void>;
  /** Kills the program with SIGKILL. */
  kill(): Promise<void>;
  readonly ended: Promise<number | null>;
};

const running = new Set<Program>();

/** Starts a program and collects its output. */
export function start(
  command: readonly [string, ...string[]],
  directory: string,
  environment: Readonly<Record<string, string>> = {},
): Program {
  const [program, ...rest] = command;
  const child = spawn(program, rest, {
    cwd: directory,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString('utf8');
    });
  const ended = once(child, 'close').then(() => child.exitCode);
  const self: Program = {
    pid: child.pid ?? 0,
    output: () => printed,
    says: (what) =>
      until(`${command.join(' ')} says ${what.source}`, () => {
        if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}:\n${printed}`);
        return what.test(printed) ? true : undefined;
      }).then(() => undefined),
    kill: async () => {
      running.delete(self);
      child.kill('SIGKILL');
      await ended;
    },
    ended,
  };
  running.add(self);
  return self;
}

/** Runs a program to its end; returns its output. */
export async function run(
  command: readonly [string, ...string[]],
  directory: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const program = start(command, directory, environment);
  const code = await program.ended;
  running.delete(program);
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}:\n${program.output()}`);
  return program.output();
}

export async function endAll(): Promise<void> {
  for (const program of running) await program.kill();
}

/** Generous, because a busy machine is slow. */
const LIMIT_MS = 180_000;

/** Retries until there is a result. */
export async function until<T>(what: string, ask: () => T | undefined | Promise<T | undefined>): Promise<T> {
  const end = performance.now() + LIMIT_MS;
  while (performance.now() < end) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`In vain: ${what}`);
}
