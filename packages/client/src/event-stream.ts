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
  const stream = new SocketStream(socket);
  await opened(socket, signal);
  return stream;
}

function opened(socket: WebSocket, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
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
}

type Settle = {
  readonly resolve: (events: readonly WireEvent[]) => void;
  readonly reject: (error: unknown) => void;
};

class SocketStream implements EventStream {
  readonly #socket: WebSocket;
  readonly #arrived: WireEvent[] = [];
  #waiting: Settle | undefined;
  #failure: Error | undefined;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      this.#arrived.push(...(JSON.parse(String(data)) as { events: WireEvent[] }).events);
      this.#hand();
    });
    socket.addEventListener('close', ({ code, reason }) => {
      this.#failure ??= code === eventStream.closed.refused ? refused(reason) : unreachable();
      this.#hand();
    });
    socket.addEventListener('error', () => {
      this.#failure ??= unreachable();
      this.#hand();
    });
  }

  next(lastEventId: number, signal: AbortSignal): Promise<readonly WireEvent[]> {
    return new Promise((resolve, reject) => {
      if (this.#socket.readyState === WebSocket.OPEN)
        this.#socket.send(JSON.stringify({ last_event_id: lastEventId }));
      const give = (): void => {
        this.#waiting = undefined;
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', give, { once: true });
      const settled =
        <T>(settle: (value: T) => void) =>
        (value: T): void => {
          signal.removeEventListener('abort', give);
          settle(value);
        };
      this.#waiting = { resolve: settled(resolve), reject: settled(reject) };
      if (signal.aborted) give();
      else this.#hand();
    });
  }

  close(): void {
    this.#socket.close();
  }

  /** Hands what has arrived to the caller that waits, then the failure. */
  #hand(): void {
    if (this.#waiting === undefined) return;
    const { resolve, reject } = this.#waiting;
    if (this.#arrived.length > 0) resolve(this.#arrived.splice(0));
    else if (this.#failure !== undefined) reject(this.#failure);
    else return;
    this.#waiting = undefined;
  }
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
