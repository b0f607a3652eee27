import type { ServerProcess } from '@parley/test-support/process/server-process.ts';
import type { FaultyCluster } from './faulty-cluster.ts';

/** Reports processes that exit unexpectedly, and unexpected errors in the logs of nodes. */
export function watchEnds(
  stage: FaultyCluster,
  complain: (text: string) => void,
): { readonly expect: (node: number, isExpected: boolean) => void; readonly stop: () => void } {
  const expected = new Set<number>();
  const told = new Set<unknown>();
  const seen = new Set<ServerProcess>();
  const look = (): void => {
    for (const [n, { process: running }] of stage.nodes.entries()) {
      seen.add(running);
      const code = running.exitCode();
      if (code === undefined || expected.has(n) || told.has(running)) continue;
      told.add(running);
      complain(`node ${n + 1} ended by itself with code ${code}:\n${running.output().slice(-2_000)}`);
    }
    if (!stage.balancer.isRunning() && !told.has(stage.balancer)) {
      told.add(stage.balancer);
      complain('the balancer ended by itself');
    }
  };
  const timer = setInterval(look, 100);
  return {
    expect: (node, isExpected) => {
      if (isExpected) expected.add(node);
      else expected.delete(node);
    },
    stop: () => {
      look();
      clearInterval(timer);
      for (const [error, times] of errorsOf(seen)) complain(`${times} times: ${error}`);
    },
  };
}

const ERROR_LEVEL = 50;
/** Nodes log the faults that a run causes itself: an unavailable PostgreSQL, a full disk, a standby for a moment. */
const CAUSED = new Set(['PostgreSQL is away', 'PostgreSQL is read-only', 'the disk of PostgreSQL is full']);

function errorsOf(processes: ReadonlySet<ServerProcess>): Map<string, number> {
  const errors = new Map<string, number>();
  for (const line of Array.from(processes, (one) => one.output().split('\n')).flat()) {
    const error = errorIn(line);
    if (error !== undefined) errors.set(error, (errors.get(error) ?? 0) + 1);
  }
  return errors;
}

type LogLine = { level?: number; msg?: string; err?: { message?: string; code?: string; stack?: string } };

function errorIn(line: string): string | undefined {
  try {
    const { level, msg, err } = JSON.parse(line) as LogLine;
    if (level === undefined || level < ERROR_LEVEL || CAUSED.has(msg ?? '')) return undefined;
    return `${msg ?? ''} ${err?.code ?? ''} ${err?.stack ?? err?.message ?? ''}`;
  } catch {
    return undefined;
  }
}
