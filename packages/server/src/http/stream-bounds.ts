import type { WebSocket } from 'ws';
import type { Clock } from '../engine/clock.ts';
import type { Share } from '../engine/turns/share.ts';

/** More than the clients of a user send that acknowledge every event separately. */
const MAX_FRAMES_PER_SECOND = 1_000;

/** More than the devices and programs of a user need; each may leave megabytes unread. */
const MAX_STREAMS_PER_USER = 30;

/** The open streams of this node, by user. */
export class StreamBounds {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #users = new Map<string, { readonly frames: FrameBudget; streams: number }>();

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** Open streams of all users. */
  get size(): number {
    return [...this.#users.values()].reduce((sum, { streams }) => sum + streams, 0);
  }

  /** Counts a stream until `leave`, which may be called twice; undefined if the user has too many. */
  enter({ realmId, userId }: Share): { readonly frames: FrameBudget; leave(): void } | undefined {
    const key = `${realmId}:${userId}`;
    const user = this.#users.get(key) ?? { frames: new FrameBudget(this.#clock), streams: 0 };
    if (user.streams === MAX_STREAMS_PER_USER) return undefined;
    user.streams += 1;
    this.#users.set(key, user);
    let hasLeft = false;
    const leave = (): void => {
      if (hasLeft) return;
      hasLeft = true;
      user.streams -= 1;
      if (user.streams === 0) this.#users.delete(key);
    };
    return { frames: user.frames, leave };
  }
}

/** Limits the frames per second of all streams of a user. */
export class FrameBudget {
  readonly #clock: Pick<Clock, 'monotonic'>;
  #second = 0;
  #taken = 0;

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** Returns false if the user has exceeded the limit in the current second. */
  take(): boolean {
    const second = Math.floor(this.#clock.monotonic() / 1_000);
    if (second !== this.#second) {
      this.#second = second;
      this.#taken = 0;
    }
    this.#taken += 1;
    return this.#taken <= MAX_FRAMES_PER_SECOND;
  }
}

/** Sends one pong at a time; of the pings that arrive meanwhile only the newest is answered, as RFC 6455 allows. */
export class Pongs {
  readonly #socket: WebSocket;
  #isWriting = false;
  #newest: Buffer | undefined;

  constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  answer(ping: Buffer): void {
    if (this.#isWriting) {
      this.#newest = ping;
      return;
    }
    this.#isWriting = true;
    this.#socket.pong(ping, false, () => {
      this.#isWriting = false;
      const next = this.#newest;
      this.#newest = undefined;
      if (next !== undefined && this.#socket.readyState === this.#socket.OPEN) this.answer(next);
    });
  }
}
