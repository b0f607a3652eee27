import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { LaneRequest, LaneResult } from './lane.ts';

/** Runs suites and verifiers in one copy of the repository. */
export type Lane = {
  /** Undefined if the time was over. */
  run(request: LaneRequest, limitMs: number): Promise<LaneResult | undefined>;
  /** Whether the verifier found a fault or did not end in time. */
  verify(script: readonly string[], limitMs: number): Promise<boolean>;
  close(): Promise<void>;
};

export function openLane(directory: string, environment: Readonly<Record<string, string>>): Lane {
  const env = { ...process.env, ...environment };
  let child: ChildProcess | undefined;
  const start = async (): Promise<ChildProcess> => {
    const started = fork(path.join(directory, 'verify/mutants/lane.ts'), {
      cwd: directory,
      env,
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    await once(started, 'message');
    return started;
  };
  return {
    run: async (request, limitMs) => {
      child ??= await start();
      const running = child;
      const answer = await withLimit(
        limitMs,
        once(running, 'message'),
        () => {
          killGroup(running);
        },
        () => running.send(request),
      );
      if (answer === undefined) child = undefined;
      return answer?.[0] as LaneResult | undefined;
    },
    verify: async ([script = '', ...args], limitMs) => {
      const running = spawn('npm', ['run', '-s', script, '--', ...args], {
        cwd: directory,
        env,
        detached: true,
        stdio: 'ignore',
      });
      const ended = await withLimit(limitMs, once(running, 'exit'), () => {
        killGroup(running);
      });
      return ended?.[0] !== 0;
    },
    close: async () => {
      if (child === undefined) return;
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    },
  };
}

async function withLimit<T>(
  limitMs: number,
  work: Promise<T>,
  onLimit: () => void,
  begin: () => void = () => {},
): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      onLimit();
      resolve(undefined);
    }, limitMs);
  });
  begin();
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** A mutant may loop without end, so its workers are ended with it. */
function killGroup({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGKILL');
}
