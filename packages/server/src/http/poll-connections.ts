import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { createTimerWheel, type Slot, type TimerWheel } from '../delivery/timer-wheel.ts';
import type { World } from './world.ts';
import type { TextResponse } from './answer.ts';
import { responseText } from './answer-text.ts';
import { endWithResponse } from './final-error.ts';
import { parsePlainPoll } from './plain-poll.ts';
import { PollExchange } from './polls.ts';

/** How long a connection may be silent: before its first request, and between two. */
export type ConnectionTimeouts = { readonly headersTimeout: number; readonly keepAliveTimeout: number };

/** The connections on which clients poll. */
type Polling = { closeIdle(): void; closeAll(): void };

/** A client that sends so much more while it waits for an answer is not one of ours. */
const MOST_HELD = 65_536;
/** So much longer than it was told may a client take: what it sends at the last moment still arrives. */
const LAST_MOMENT_MS = 1_000;

/**
 * A connection on which a program does nothing but poll, as most do, never comes to the HTTP server: what that keeps
 * for each would be most of what a waiting client costs, in memory and in time. The first thing on a connection
 * that is not a whole poll in the plain form hands it over, with everything that has arrived, for good.
 */
export function servePollConnections(server: Server, world: World, patience: ConnectionTimeouts): Polling {
  const others = server.listeners('connection') as ((this: Server, socket: Socket) => void)[];
  server.removeAllListeners('connection');
  const room: Room = {
    world,
    patience,
    wheel: createTimerWheel(world.clock),
    connections: new Set(),
    date: createDate(world),
    handOver: (socket) => {
      for (const listener of others) listener.call(server, socket);
    },
  };
  server.on('connection', (socket) => {
    room.connections.add(new PollConnection(room, socket));
  });
  return {
    closeIdle: () => {
      for (const connection of room.connections) connection.closeIfIdle();
    },
    closeAll: () => {
      for (const connection of room.connections) connection.close();
    },
  };
}

/** What connections have in common. */
type Room = {
  readonly world: World;
  readonly patience: ConnectionTimeouts;
  readonly wheel: TimerWheel;
  readonly connections: Set<PollConnection>;
  readonly date: () => string;
  readonly handOver: (socket: Socket) => void;
};

/** The time as answers say it, put into words once a second. */
function createDate({ clock }: World): () => string {
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
  readonly #room: Room;
  readonly #socket: Socket;
  /** The one that is being served. */
  #poll: PollExchange | undefined;
  /** What arrived behind it. */
  #held: Buffer | undefined;
  #slot: Slot | undefined;

  constructor(room: Room, socket: Socket) {
    this.#room = room;
    this.#socket = socket;
    socket.on('data', this.#take);
    socket.on('end', this.#end);
    socket.on('error', this.#end);
    socket.on('timeout', this.#end);
    socket.on('close', this.#close);
    this.#slot = room.wheel.add(this, room.patience.headersTimeout);
  }

  /** It has been silent for too long, unless it is still taking what it was told. */
  heartbeat(): void {
    this.#slot = undefined;
    if (this.#socket.writableLength === 0) this.#socket.destroy();
    else this.#watch();
  }

  closeIfIdle(): void {
    if (this.#poll === undefined) this.#socket.destroySoon();
  }

  close(): void {
    this.#socket.destroy();
  }

  readonly #take = (chunk: Buffer): void => {
    if (this.#isBusy()) {
      this.#hold(chunk);
      return;
    }
    this.#rise();
    const plain = parsePlainPoll(chunk);
    if (plain === undefined) {
      this.#handOver(chunk);
      return;
    }
    this.#poll = new PollExchange(this.#room.world, this.#say);
    void this.#poll.begin(plain);
  };

  readonly #end = (): void => {
    this.#socket.destroySoon();
  };

  readonly #close = (): void => {
    this.#room.connections.delete(this);
    this.#rise();
    this.#poll?.leave();
  };

  /** One after the other: the next is served when the answer before it is on its way. */
  #isBusy(): boolean {
    return this.#poll !== undefined || this.#socket.writableNeedDrain || !this.#socket.writable;
  }

  #hold(chunk: Buffer): void {
    this.#held = this.#held === undefined ? chunk : Buffer.concat([this.#held, chunk]);
    if (this.#held.length > MOST_HELD) this.#socket.destroy();
  }

  readonly #say = (answer: TextResponse): void => {
    this.#poll = undefined;
    const socket = this.#socket;
    if (socket.destroyed) return;
    const { world, date, patience } = this.#room;
    const isLast = world.isClosing();
    const keepSeconds = isLast ? undefined : patience.keepAliveTimeout / 1_000;
    const text = responseText(answer, { date: date(), keepSeconds });
    if (isLast) endWithResponse(socket, text, world.clock);
    else if (socket.write(text)) this.#goOn();
    else {
      this.#watch();
      socket.once('drain', () => {
        this.#goOn();
      });
    }
  };

  /** To what came meanwhile, or waits for it. */
  #goOn(): void {
    const { wheel, patience } = this.#room;
    this.#slot = wheel.add(this, patience.keepAliveTimeout + LAST_MOMENT_MS);
    const chunk = this.#held;
    this.#held = undefined;
    if (chunk !== undefined) this.#take(chunk);
  }

  /** Who has stopped reading is cut off: the system knows whether something of an answer was still taken. */
  #watch(): void {
    this.#socket.setTimeout(this.#room.patience.keepAliveTimeout);
  }

  #rise(): void {
    if (this.#slot !== undefined) this.#room.wheel.remove(this, this.#slot);
    this.#slot = undefined;
    // Who waits for an answer may be silent.
    if (this.#socket.timeout !== undefined && this.#socket.timeout > 0) this.#socket.setTimeout(0);
  }

  #handOver(chunk: Buffer): void {
    const socket = this.#socket;
    this.#room.connections.delete(this);
    socket.off('data', this.#take).off('end', this.#end).off('error', this.#end);
    socket.off('timeout', this.#end).off('close', this.#close);
    socket.pause();
    socket.unshift(chunk);
    this.#room.handOver(socket);
    socket.resume();
  }
}
