import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { PROGRAM } from '../program.ts';

export type ServerProcess = {
  readonly url: string;
  readonly pid: number;
  /** Ends the process as a crash would, and waits until it is gone. */
  kill(): Promise<void>;
  /** Asks the process to end; answers its exit code and how long it took. */
  terminate(): Promise<{ code: number | null; milliseconds: number }>;
  /** The output of the process so far. */
  output(): string;
  /** Undefined while it runs. */
  exitCode(): number | undefined;
};

/** Where it runs: the address that it has there, what starts a program there, and the program of another checkout. */
export type ServerPlace = {
  readonly address: string;
  readonly enter: readonly string[];
  readonly main?: string;
};

const HERE: ServerPlace = { address: '127.0.0.1', enter: [] };

/** Starts `parley serve` as a process of its own and waits until it answers. */
export async function startServerProcess(
  environment: Readonly<Record<string, string>>,
  port: number,
  { address, enter, main = PROGRAM }: ServerPlace = HERE,
): Promise<ServerProcess> {
  const [command, ...args] = [...enter, process.execPath, main, 'serve'] as const;
  const child = spawn(command, args, {
    env: { ...process.env, ...environment, PARLEY_PORT: String(port), PARLEY_LISTEN_ADDRESS: address },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed = (printed + chunk.toString('utf8')).slice(-100_000);
    });
  const url = `http://${address}:${port}`;
  await untilHealthy(child, url, () => printed);
  const gone = once(child, 'exit');
  return {
    url,
    pid: child.pid ?? 0,
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
    },
    terminate: async () => {
      const asked = performance.now();
      child.kill('SIGTERM');
      await gone;
      return { code: child.exitCode, milliseconds: performance.now() - asked };
    },
    output: () => printed,
    exitCode: () =>
      child.exitCode === null && child.signalCode === null ? undefined : (child.exitCode ?? -1),
  };
}

const START_LIMIT_MS = 90_000;

async function untilHealthy(child: ChildProcess, url: string, printed: () => string): Promise<void> {
  const end = performance.now() + START_LIMIT_MS;
  while (performance.now() < end) {
    if (child.exitCode !== null) throw new Error(`The server ended before it answered:\n${printed()}`);
    const healthy = await fetch(`${url}/health`).then(
      (response) => response.ok,
      () => false,
    );
    if (healthy) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill('SIGKILL');
  throw new Error(`The server did not answer within ${START_LIMIT_MS} ms:\n${printed()}`);
}
