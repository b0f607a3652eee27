import { eventStream } from '@parley/contract/event-stream.ts';
import type { WireEvent } from '@parley/contract/events.ts';
import { ApiError, NetworkError } from './errors.ts';

/** Events of one queue over a WebSocket. */
export type EventStream = {
  /** Says what has arrived, and waits for what comes behind it. */
  next(lastEventId: number, signal: AbortSignal): Promise<readonly WireEvent[]>;
  close(): void;
};

export type StreamTarget = { readonly queueId: string; readonly lastEventId: number };

type Settle = {
  readonly resolve: (events: readonly WireEvent[]) => void;
  readonly reject: (error: unknown) => void;
};

/** Opens a stream below a URL that includes the prefix of the API, with headers where the platform can send them. */
export async function openEventStream(
  root: string,
  headers: Readonly<Record<string, string>> | undefined,
  { queueId, lastEventId }: StreamTarget,
  signal: AbortSignal,
): Promise<EventStream> {
  const query = new URLSearchParams({ queue_id: queueId, last_event_id: String(lastEventId) });
  const url = `${root.replace(/^http/i, 'ws')}${eventStream.path}?${query.toString()}`;
  const socket =
    headers === undefined ? new WebSocket(url) : new WebSocket(url, { headers } as unknown as string[]);
  const arrived: WireEvent[] = [];
  let waiting: Settle | undefined;
  let failure: Error | undefined;

  const hand = (): void => {
    if (waiting === undefined) return;
    const { resolve, reject } = waiting;
    if (arrived.length > 0) resolve(arrived.splice(0));
    else if (failure !== undefined) reject(failure);
    else return;
    waiting = undefined;
  };
  socket.addEventListener('message', ({ data }) => {
    arrived.push(...(JSON.parse(String(data)) as { events: WireEvent[] }).events);
    hand();
  });
  socket.addEventListener('close', ({ code, reason }) => {
    failure ??= code === eventStream.closed.refused ? refused(reason) : unreachable();
    hand();
  });
  socket.addEventListener('error', () => {
    failure ??= unreachable();
    hand();
  });

  await new Promise<void>((resolve, reject) => {
    const give = (): void => {
      socket.close();
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', give, { once: true });
    socket.addEventListener('open', () => {
      signal.removeEventListener('abort', give);
      resolve();
    });
    socket.addEventListener('error', () => {
      signal.removeEventListener('abort', give);
      reject(unreachable());
    });
  });

  return {
    next: (id, ended) =>
      new Promise((resolve, reject) => {
        if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ last_event_id: id }));
        const give = (): void => {
          waiting = undefined;
          reject(ended.reason as Error);
        };
        ended.addEventListener('abort', give, { once: true });
        const settled =
          <T>(settle: (value: T) => void) =>
          (value: T): void => {
            ended.removeEventListener('abort', give);
            settle(value);
          };
        waiting = { resolve: settled(resolve), reject: settled(reject) };
        if (ended.aborted) give();
        else hand();
      }),
    close: () => {
      socket.close();
    },
  };
}

function unreachable(): NetworkError {
  return new NetworkError('The stream of events has ended.');
}

/** The error that a poll would have been answered with. */
function refused(reason: string): ApiError {
  let body: unknown = {};
  try {
    body = JSON.parse(reason);
  } catch {
    // Without a reason it is a refusal all the same.
  }
  const isUnauthorized = (body as { code?: string }).code === 'UNAUTHORIZED';
  return new ApiError({ status: isUnauthorized ? 401 : 400, headers: new Headers(), body });
}
