import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** A child process that is stopped by its id. */
export type Child = {
  readonly pid: number;
  signal(name: NodeJS.Signals): void;
  end(name?: NodeJS.Signals): Promise<void>;
  output(): string;
  isRunning(): boolean;
};

export function startChild(
  command: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Child {
  const child: ChildProcess = spawn(command, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      printed = (printed + chunk.toString('utf8')).slice(-20_000);
    });
  const gone = once(child, 'exit');
  return {
    pid: child.pid ?? 0,
    signal: (name) => {
      child.kill(name);
    },
    end: async (name = 'SIGTERM') => {
      child.kill(name);
      await gone;
    },
    output: () => printed,
    isRunning: () => child.exitCode === null && child.signalCode === null,
  };
}
