import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { once } from 'node:events';
import { connect } from 'node:net';
import path from 'node:path';
import { freePort } from './free-port.ts';

export type OwnNats = {
  readonly url: string;
  /** Kills it, as a crash would: clients get no notice. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Holds it still, with its connections open. */
  pause(): void;
  resume(): void;
  isRunning(): boolean;
};

/** A NATS server of the test's own, on its own port. */
export async function startOwnNats(...options: string[]): Promise<OwnNats> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    child = spawn(binary(), ['-a', '127.0.0.1', '-p', String(port), ...options], { stdio: 'ignore' });
    await untilOpen(port);
  };
  const isRunning = (): boolean =>
    child !== undefined && child.exitCode === null && child.signalCode === null;
  await start();
  return {
    url: `nats://127.0.0.1:${port}`,
    start,
    kill: async () => {
      if (child === undefined || !isRunning()) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
    pause: () => child?.kill('SIGSTOP'),
    resume: () => child?.kill('SIGCONT'),
    isRunning,
  };
}

/** Debian puts it where only administrators look by default. */
function binary(): string {
  const found = ['/usr/sbin', '/usr/local/bin', '/usr/bin']
    .map((directory) => path.join(directory, 'nats-server'))
    .find((file) => existsSync(file));
  return found ?? 'nats-server';
}

const START_LIMIT_MS = 10_000;

async function untilOpen(port: number): Promise<void> {
  const end = performance.now() + START_LIMIT_MS;
  while (performance.now() < end) {
    if (await isOpen(port)) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('nats-server did not start; is it installed?');
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => {
      resolve(false);
    });
  });
}
