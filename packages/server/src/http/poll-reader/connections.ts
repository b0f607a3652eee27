import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { createTimerWheel, type Slot, type TimerWheel } from '../../delivery/timer-wheel.ts';
import type { World } from '../world.ts';
import type { HttpResponse } from '../response.ts';
import { responseBytes } from '../response-text.ts';
import { endWithResponse } from '../final-response.ts';
import { parsePlainPoll } from './grammar.ts';
import { PollExchange } from '../polls.ts';

/** Milliseconds that a connection may be idle: before its first request, and between two requests. */
export type ConnectionTimeouts = { readonly headersTimeout: number; readonly keepAliveTimeout: number };

type PollConnections = { closeIdle(): void; closeAll(): void };

/** Bytes that are buffered while a poll waits; a client that sends more is disconnected. */
const MAX_BUFFERED_BYTES = 65_536;
/** Added to the announced keep-alive timeout, so that a request sent just before it still arrives. */
const KEEP_ALIVE_GRACE_MS = 1_000;

/**
 * Serves connections that only poll, as most do, without the HTTP server of Node.js, whose state per connection would
 * be most of the cost of a waiting client. The first chunk that is not exactly one poll in the plain form hands the
 * connection over to the HTTP server, permanently.
 */
export function servePollConnections(
  server: Server,
  world: World,
  timeouts: ConnectionTimeouts,
): PollConnections {
  const others = server.listeners('connection') as ((this: Server, socket: Socket) => void)[];
  server.removeAllListeners('connection');
  const context: ConnectionContext = {
    world,
    timeouts,
    wheel: createTimerWheel(world.clock),
    connections: new Set(),
    date: createDateHeader(world),
    handOver: (socket) => {
      for (const listener of others) listener.call(server, socket);
    },
  };
  server.on('connection', (socket) => {
    context.connections.add(new PollConnection(context, socket));
  });
  return {
    closeIdle: () => {
      for (const connection of context.connections) connection.closeIfIdle();
    },
    closeAll: () => {
      for (const connection of context.connections) connection.close();
    },
  };
}

/** The parts that all connections share. */
type ConnectionContext = {
  readonly world: World;
  readonly timeouts: ConnectionTimeouts;
  readonly wheel: TimerWheel;
  readonly connections: Set<PollConnection>;
  readonly date: () => string;
  readonly handOver: (socket: Socket) => void;
};

/** The Date header, formatted once per second. */
function createDateHeader({ clock }: World): () => string {
  let second = -1;
  let text = '';
  return () => {
    const now = Math.floor(clock.now() / 1_000);
    if (now !== second) {
      second = now;
      text = new Date(now * 1_000).toUTCString();
    }
    return text;
  };
}

class PollConnection {
  readonly #context: ConnectionContext;
  readonly #socket: Socket;
  /** The poll that is being served. */
  #poll: PollExchange | undefined;
  /** Bytes that arrived while a poll was being served. */
  #buffered: Buffer | undefined;
  #slot: Slot | undefined;

  constructor(context: ConnectionContext, socket: Socket) {
    this.#context = context;
    this.#socket = socket;
    socket.on('data', this.#onData);
    socket.on('end', this.#onEnd);
    socket.on('error', this.#onEnd);
    socket.on('timeout', this.#onEnd);
    socket.on('close', this.#onClose);
    this.#slot = context.wheel.add(this, context.timeouts.headersTimeout);
  }

  /** The idle timeout: closes the connection unless it is still being written to. */
  heartbeat(): void {
    this.#slot = undefined;
    if (this.#socket.writableLength === 0) this.#socket.destroy();
    else this.#limitWriteTime();
  }

  closeIfIdle(): void {
    if (this.#poll === undefined) this.#socket.destroySoon();
  }

  close(): void {
    this.#socket.destroy();
  }

  readonly #onData = (chunk: Buffer): void => {
    if (this.#isBusy()) {
      this.#buffer(chunk);
      return;
    }
    this.#stopTimers();
    const plain = parsePlainPoll(chunk);
    if (plain === undefined) {
      this.#handOver(chunk);
      return;
    }
    this.#poll = new PollExchange(this.#context.world, this.#socket, this.#respond);
    void this.#poll.begin(plain);
  };

  readonly #onEnd = (): void => {
    this.#socket.destroySoon();
  };

  readonly #onClose = (): void => {
    this.#context.connections.delete(this);
    this.#stopTimers();
    this.#poll?.leave();
  };

  /** Requests are served one at a time: the next when the previous response has been written. */
  #isBusy(): boolean {
    return this.#poll !== undefined || this.#socket.writableNeedDrain || !this.#socket.writable;
  }

  #buffer(chunk: Buffer): void {
    this.#buffered = this.#buffered === undefined ? chunk : Buffer.concat([this.#buffered, chunk]);
    if (this.#buffered.length > MAX_BUFFERED_BYTES) this.#socket.destroy();
  }

  readonly #respond = (answer: HttpResponse): void => {
    this.#poll = undefined;
    const socket = this.#socket;
    if (socket.destroyed) return;
    const { world, date, timeouts } = this.#context;
    const isLast = world.isClosing();
    const keepSeconds = isLast ? undefined : timeouts.keepAliveTimeout / 1_000;
    const bytes = responseBytes(answer, { date: date(), keepSeconds });
    if (isLast) endWithResponse(socket, bytes, world.clock);
    else if (socket.write(bytes)) this.#continue();
    else {
      this.#limitWriteTime();
      socket.once('drain', () => {
        this.#continue();
      });
    }
  };

  /** Serves the buffered bytes, or waits for the next request. */
  #continue(): void {
    const { wheel, timeouts } = this.#context;
    this.#slot = wheel.add(this, timeouts.keepAliveTimeout + KEEP_ALIVE_GRACE_MS);
    const chunk = this.#buffered;
    this.#buffered = undefined;
    if (chunk !== undefined) this.#onData(chunk);
  }

  /** Closes the connection if the client stops reading; the socket timeout restarts whenever bytes are written. */
  #limitWriteTime(): void {
    this.#socket.setTimeout(this.#context.timeouts.keepAliveTimeout);
  }

  #stopTimers(): void {
    if (this.#slot !== undefined) this.#context.wheel.remove(this, this.#slot);
    this.#slot = undefined;
    // A connection with a waiting poll may be idle.
    if (this.#socket.timeout !== undefined && this.#socket.timeout > 0) this.#socket.setTimeout(0);
  }

  #handOver(chunk: Buffer): void {
    const socket = this.#socket;
    this.#context.connections.delete(this);
    socket.off('data', this.#onData).off('end', this.#onEnd).off('error', this.#onEnd);
    socket.off('timeout', this.#onEnd).off('close', this.#onClose);
    socket.pause();
    socket.unshift(chunk);
    this.#context.handOver(socket);
    socket.resume();
  }
}
