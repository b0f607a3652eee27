import type { WebSocket } from 'ws';
import type { Clock } from '../engine/clock.ts';

/** More than a client sends that acknowledges every event separately. */
const MAX_FRAMES_PER_SECOND = 1_000;

/** Limits the frames of a client per second. */
export class FrameBudget {
  readonly #clock: Pick<Clock, 'monotonic'>;
  #second = 0;
  #taken = 0;

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** Returns false if the client has exceeded the limit in the current second. */
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
