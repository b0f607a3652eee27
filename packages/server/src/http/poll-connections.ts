import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { getEvents } from '@parley/contract/endpoints/queues.ts';
import { pollMembers, type Outgoing } from '../queues/outgoing.ts';
import { createWheel, type Slot, type Wheel } from '../queues/wheel.ts';
import type { World } from '../world.ts';
import { encoded, errorAnswer, type Said } from './answer.ts';
import { answerText } from './answer-text.ts';
import { withLimits } from './lifecycle.ts';
import { plainPollIn } from './plain-poll.ts';
import { ask, type PlainPoll, type PollAsker } from './polls.ts';
import type { Verdict } from './rate-limits.ts';

/** How long a connection may be silent: before its first request, and between two. */
export type Patience = { readonly headersTimeout: number; readonly keepAliveTimeout: number };

/** A client that sends so much more while it waits for an answer is not one of ours. */
const MOST_HELD = 65_536;

/**
 * A connection on which a program does nothing but poll, as most do, never comes to the HTTP server: what that keeps
 * for each would be most of what a waiting client costs, in memory and in time. The first thing on a connection
 * that is not a whole poll in the plain form hands it over, with everything that has arrived, for good.
 */
export const takePolls = (server: Server, world: World, patience: Patience): { closeIdle(): void } => {
  const others = server.listeners('connection') as ((this: Server, socket: Socket) => void)[];
  server.removeAllListeners('connection');
  const room: Room = {
    world,
    patience,
    wheel: createWheel(world.clock),
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
  };
};

/** What connections have in common. */
type Room = {
  readonly world: World;
  readonly patience: Patience;
  readonly wheel: Wheel;
  readonly connections: Set<PollConnection>;
  readonly date: () => string;
  readonly handOver: (socket: Socket) => void;
};

/** The time as answers say it, put into words once a second. */
const createDate = ({ clock }: World): (() => string) => {
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
};

class PollConnection implements PollAsker {
  readonly #room: Room;
  readonly #socket: Socket;
  /** The queue of the poll that is being served. */
  #queueId: string | undefined;
  verdict: Verdict | undefined;
  #asking: { leave(): void } | undefined;
  /** What arrived behind the poll that is being served. */
  #held: Buffer | undefined;
  #slot: Slot | undefined;

  constructor(room: Room, socket: Socket) {
    this.#room = room;
    this.#socket = socket;
    socket.on('data', this.#take);
    socket.on('end', this.#end);
    socket.on('error', this.#end);
    socket.on('close', this.#close);
    this.#slot = room.wheel.enter(this, room.patience.headersTimeout);
  }

  answer(events: readonly Outgoing[]): void {
    this.#room.world.metrics.delivered(events.length);
    this.#write(encoded(pollMembers(events, this.#queueId ?? '')));
  }

  refuse(error: unknown): void {
    this.#write(errorAnswer(error, this.#room.world.report));
  }

  /** It has been silent for too long, unless it is still taking what it was told. */
  beat(): void {
    this.#slot = undefined;
    if (this.#socket.writableLength === 0) this.#socket.destroy();
    else this.#rest();
  }

  closeIfIdle(): void {
    if (this.#queueId === undefined) this.#socket.destroy();
  }

  readonly #take = (chunk: Buffer): void => {
    if (this.#queueId !== undefined) {
      this.#hold(chunk);
      return;
    }
    this.#rise();
    const poll = plainPollIn(chunk);
    if (poll === undefined) this.#handOver(chunk);
    else void this.#begin(poll);
  };

  readonly #end = (): void => {
    this.#socket.destroy();
  };

  readonly #close = (): void => {
    this.#room.connections.delete(this);
    this.#rise();
    this.#asking?.leave();
  };

  #hold(chunk: Buffer): void {
    this.#held = this.#held === undefined ? chunk : Buffer.concat([this.#held, chunk]);
    if (this.#held.length > MOST_HELD) this.#socket.destroy();
  }

  async #begin(poll: PlainPoll): Promise<void> {
    this.#queueId = poll.target.queueId;
    try {
      const asking = await ask(this.#room.world, poll, this);
      this.#asking = asking;
      if (this.#socket.destroyed) asking.leave();
    } catch (error) {
      this.refuse(error);
    }
  }

  #write(answer: Said): void {
    const { world, date, patience } = this.#room;
    const { verdict } = this;
    this.#queueId = undefined;
    this.verdict = undefined;
    world.metrics.request(getEvents.id, answer.status, 0);
    if (this.#socket.destroyed) return;
    const whole = withLimits(world, verdict, answer);
    const isLast = world.isClosing();
    const keepSeconds = isLast ? undefined : patience.keepAliveTimeout / 1_000;
    const text = answerText(whole, { date: date(), keepSeconds });
    if (isLast) this.#socket.end(text);
    else {
      this.#socket.write(text);
      this.#goOn();
    }
  }

  /** To what came meanwhile, or waits for it. */
  #goOn(): void {
    this.#rest();
    const chunk = this.#held;
    this.#held = undefined;
    if (chunk !== undefined) this.#take(chunk);
  }

  #rest(): void {
    this.#slot = this.#room.wheel.enter(this, this.#room.patience.keepAliveTimeout);
  }

  #rise(): void {
    if (this.#slot !== undefined) this.#room.wheel.leave(this, this.#slot);
    this.#slot = undefined;
  }

  #handOver(chunk: Buffer): void {
    const socket = this.#socket;
    this.#room.connections.delete(this);
    socket.off('data', this.#take).off('end', this.#end).off('error', this.#end).off('close', this.#close);
    socket.pause();
    socket.unshift(chunk);
    this.#room.handOver(socket);
    socket.resume();
  }
}
