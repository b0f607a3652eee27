import { setTimeout as pause } from 'node:timers/promises';
import type { Bystander } from '../bystander.ts';
import type { Send } from '../client.ts';
import type { NodeProcess } from '../node-process.ts';
import type { LargestRequest } from './request.ts';

/** A request with the processor time that the node's main thread spent while it was answered. */
export type Measured = {
  readonly request: LargestRequest;
  readonly status: number;
  readonly threadMs: number;
};

/** Time in which the node finishes what earlier requests left behind, before one is repeated. */
const REST_MS = 200;
const REPETITIONS = 2;

/** Time in which the work of the node for itself is measured. */
const IDLE_MS = 3_000;

/** Share of time that the main thread of a node without requests works for itself. */
export async function idleShareOf(node: NodeProcess, bystander: Bystander): Promise<number> {
  return bystander.withoutIt(async () => {
    const [before, begun] = [node.threadMs(), performance.now()];
    await pause(IDLE_MS);
    return (node.threadMs() - before) / (performance.now() - begun);
  });
}

/**
 * Sends a request. One over the bound is repeated alone, and the least time counts: the first call of a function, a
 * collection of garbage or a job of the node happens in one of them only. On a busy machine a request takes seconds, in
 * which the bystander and the jobs of the node have their share of the thread.
 */
export async function measure(
  send: Send,
  node: NodeProcess,
  request: LargestRequest,
  maxMs: number,
  { bystander, idleShare }: { readonly bystander: Bystander; readonly idleShare: number },
): Promise<Measured> {
  let least = await once(send, node, request);
  for (let n = 0; n < REPETITIONS && least.threadMs > maxMs; n += 1) {
    await pause(REST_MS);
    const again = await bystander.withoutIt(async () => {
      const begun = performance.now();
      const measured = await once(send, node, request);
      const idleMs = (performance.now() - begun) * idleShare;
      return { ...measured, threadMs: measured.threadMs - idleMs };
    });
    if (again.threadMs < least.threadMs) least = again;
  }
  return least;
}

async function once(send: Send, node: NodeProcess, request: LargestRequest): Promise<Measured> {
  const { path, call } = request.build();
  const before = node.threadMs();
  const { status } = await send(path, call);
  return { request, status, threadMs: node.threadMs() - before };
}
