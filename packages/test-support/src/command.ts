import { spawn, type ChildProcess } from 'node:child_process';
import { PROGRAM } from './program.ts';

export type Ended = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
};

export type Running = {
  readonly child: ChildProcess;
  /** Waits until a line of the output matches; fails when the process ends first. */
  line(pattern: RegExp): Promise<RegExpExecArray>;
  readonly ended: Promise<Ended>;
};

/** Starts the `parley` command as a process of its own, with nothing in its environment but what is given. */
export function startCommand(args: readonly string[], env: Readonly<Record<string, string>>): Running {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: { ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  const watchers = new Set<() => void>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    for (const look of watchers) look();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code, signal) => {
      resolve({ code, signal, out, err });
    });
  });
  return {
    child,
    ended,
    line: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = pattern.exec(out);
          if (found === null) return;
          watchers.delete(look);
          resolve(found);
        };
        watchers.add(look);
        look();
        child.once('close', () => {
          reject(new Error(`The process ended before it said ${String(pattern)}:\n${out}${err}`));
        });
      }),
  };
}

/** Runs the `parley` command to its end. */
export function runCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input = '',
): Promise<Ended> {
  const { child, ended } = startCommand(args, env);
  child.stdin?.end(input);
  return ended;
}
