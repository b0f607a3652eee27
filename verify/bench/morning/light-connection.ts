import { connect, type Socket } from 'node:net';

export type LightResponse = {
  readonly status: number;
  readonly head: string;
  /** Length of the body. */
  readonly bytes: number;
  /** End of the body; responses of megabytes must cost the load generator next to nothing. */
  readonly end: string;
};

/** Bytes kept of the end of a body. */
const KEPT = 4_096;
/** Larger than any response head. */
const HEAD = 8_192;

/** A connection with one request at a time that keeps only the end of each response. */
export class LightConnection {
  readonly #socket: Socket;
  #held: Buffer = Buffer.alloc(0);
  #head: string | undefined;
  #due = 0;
  #arrived = 0;
  #resolve: ((answer: LightResponse) => void) | undefined;
  #isBroken = false;

  constructor(port: number) {
    this.#socket = connect({ host: '127.0.0.1', port, noDelay: true });
    this.#socket.on('data', (chunk: Buffer) => {
      this.#take(chunk);
    });
    const end = (): void => {
      this.#isBroken = true;
      this.#answer({ status: 0, head: '', bytes: 0, end: 'the connection was closed' });
    };
    this.#socket.on('error', end);
    this.#socket.on('close', end);
  }

  get isOpen(): boolean {
    return !this.#isBroken;
  }

  ask(request: string): Promise<LightResponse> {
    return new Promise((resolve) => {
      this.#resolve = resolve;
      if (this.#isBroken) this.#answer({ status: 0, head: '', bytes: 0, end: 'the connection was closed' });
      else this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    if (this.#head === undefined) {
      this.#held = Buffer.concat([this.#held, chunk]);
      const end = this.#held.subarray(0, HEAD).indexOf('\r\n\r\n');
      if (end === -1) return;
      this.#head = this.#held.toString('latin1', 0, end);
      this.#due = Number(/^content-length: *(\d+)/im.exec(this.#head)?.[1] ?? 0);
      this.#held = this.#held.subarray(end + 4);
      this.#arrived = this.#held.length;
    } else {
      this.#arrived += chunk.length;
      this.#held = chunk.length >= KEPT ? chunk : Buffer.concat([this.#held.subarray(-KEPT), chunk]);
    }
    if (this.#arrived < this.#due) return;
    const head = this.#head;
    const end = this.#held.toString('utf8', Math.max(0, this.#held.length - KEPT));
    this.#head = undefined;
    this.#held = Buffer.alloc(0);
    if (/^connection: *close/im.test(head)) this.#isBroken = true;
    this.#answer({ status: Number(head.slice(9, 12)), head, bytes: this.#due, end });
  }

  #answer(answer: LightResponse): void {
    const resolve = this.#resolve;
    this.#resolve = undefined;
    resolve?.(answer);
  }
}
