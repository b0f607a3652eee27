import { ApiError, NetworkError, type CallOptions, type Connection } from '@parley/client/connection.ts';
import { ApiError as ServerError } from '@parley/server/engine/api-error.ts';
import { UnavailableError } from './database.ts';
import type { SimNode } from './node.ts';
import type { Scheduler } from './scheduler.ts';

type Handler = (
  node: SimNode,
  operation: string,
  args: Record<string, unknown>,
  key: string,
  gone: AbortSignal,
) => Promise<unknown>;

/**
 * The network between clients and nodes: a request goes to a live node, takes a while, and can be lost on the way
 * there or back. Requests of a crashed node get no response.
 */
export function createNetwork(
  scheduler: Scheduler,
  random: () => number,
  nodes: () => readonly SimNode[],
  lossOf: () => number,
  handle: Handler,
): Connection {
  const attempt = async (
    operation: string,
    args: Record<string, unknown>,
    { signal, idempotencyKey = '' }: CallOptions,
  ): Promise<unknown> => {
    await scheduler.sleep(1 + random() * 10);
    const living = nodes().filter((node) => node.isAlive);
    const node = living[Math.floor(random() * living.length)];
    if (node === undefined || random() < lossOf()) throw new NetworkError('lost on the way there');
    const gone = new AbortController();
    signal?.addEventListener('abort', () => gone.abort(), { once: true });
    const answer = await untilDeath(node, handle(node, operation, args, idempotencyKey, gone.signal));
    await scheduler.sleep(1 + random() * 10);
    if (random() < lossOf()) throw new NetworkError('lost on the way back');
    return answer;
  };
  return {
    call: async (endpoint, args, options = {}) => {
      const { signal } = options;
      const aborted = new Promise<never>((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      });
      try {
        return (await Promise.race([
          attempt(endpoint.id, (args ?? {}) as Record<string, unknown>, options),
          aborted,
        ])) as never;
      } catch (error) {
        signal?.throwIfAborted();
        throw translated(error);
      }
    },
  };
}

/** Breaks the connections of a crashed process. */
async function untilDeath<T>(node: SimNode, work: Promise<T>): Promise<T> {
  const broken = node.dead.then((): never => {
    throw new NetworkError('the connection was reset');
  });
  return Promise.race([work, broken]);
}

function translated(error: unknown): unknown {
  if (error instanceof ServerError)
    return new ApiError({
      status: error.status,
      headers: new Headers(),
      body: { result: 'error', msg: error.message, code: error.code },
    });
  if (error instanceof NetworkError || error instanceof ApiError) return error;
  // The real server responds to unexpected errors in the same way.
  const status = error instanceof UnavailableError ? 503 : 500;
  return new ApiError({ status, headers: new Headers(), body: { result: 'error', msg: String(error) } });
}
