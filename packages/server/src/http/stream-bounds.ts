import type { WebSocket } from 'ws';
import type { Clock } from '../engine/clock.ts';

/** Frames that a client may send in a second; one that acknowledges every event by itself sends fewer. */
const MAX_FRAMES_PER_SECOND = 1_000;

/** Counts frames second by second. */
export class FrameBudget {
  readonly #clock: Pick<Clock, 'monotonic'>;
  #second = 0;
  #taken = 0;

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** False when the second has no frame left. */
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

/** Answers pings with one pong at a time. Of those that arrive meanwhile the newest counts, as RFC 6455 allows. */
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
