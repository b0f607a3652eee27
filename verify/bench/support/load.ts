import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import type { Run, Summary } from './load-process.ts';

/** Sends requests over many keep-alive connections from a process of its own. */
export type Load = {
  readonly pid: number;
  /** Sends as fast as responses arrive, or at a fixed rate regardless of responses. */
  run(run: Run): Promise<Summary>;
  close(): void;
};

/** `lines[n]` are the requests that connection n sends in turn. */
export async function startLoad(port: number, lines: readonly (readonly string[])[]): Promise<Load> {
  const child = fork(path.join(import.meta.dirname, 'load-process.ts'));
  await ask(child, { kind: 'open', port, lines });
  return {
    pid: child.pid ?? 0,
    run: (run) => ask(child, { kind: 'run', ...run }) as Promise<Summary>,
    close: () => {
      child.kill('SIGKILL');
    },
  };
}

function ask(child: ChildProcess, question: object): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const ended = (): void => {
      reject(new Error('The process that makes the load has ended.'));
    };
    child.once('exit', ended);
    child.once('message', (answer) => {
      child.off('exit', ended);
      resolve(answer);
    });
    child.send(question);
  });
}
