import { connect, type Socket } from 'node:net';

export type Answer = { readonly status: number; readonly body: string };

/** One connection that carries one request at a time, at a tenth of what the HTTP client of Node costs. */
export class Wire {
  readonly #socket: Socket;
  #held: Buffer[] = [];
  /** How many bytes have arrived, and how many the answer has, once it has said so. */
  #arrived = 0;
  #due: number | undefined;
  #resolve: ((answer: Answer) => void) | undefined;
  #broken: string | undefined;

  constructor(host: string, port: number) {
    this.#socket = connect({ host, port, noDelay: true });
    this.#socket.on('data', (chunk: Buffer) => {
      this.#held.push(chunk);
      this.#arrived += chunk.length;
      if (this.#due === undefined || this.#arrived >= this.#due) this.#take(false);
    });
    this.#socket.on('error', (error) => {
      this.#end(String(error));
    });
    this.#socket.on('close', () => {
      this.#take(true);
      this.#end('the connection was closed');
    });
  }

  get isOpen(): boolean {
    return this.#broken === undefined;
  }

  ask(request: string): Promise<Answer> {
    return new Promise((resolve) => {
      this.#resolve = resolve;
      if (this.#broken === undefined) this.#socket.write(request);
      else this.#answer({ status: 0, body: this.#broken });
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  /** An answer is complete when it is as long as it says, or, if it does not say it, when the connection ends. */
  #take(isAtEnd: boolean): void {
    const [first] = this.#held;
    if (first === undefined) return;
    const bytes = this.#held.length === 1 ? first : Buffer.concat(this.#held);
    this.#held = [bytes];
    const end = bytes.indexOf('\r\n\r\n');
    if (end === -1) return;
    const head = bytes.toString('latin1', 0, end);
    const length = /^content-length: *(\d+)/im.exec(head)?.[1];
    this.#due = length === undefined ? Infinity : end + 4 + Number(length);
    if (length === undefined ? !isAtEnd : bytes.length < this.#due) return;
    const body = bytes.toString('utf8', end + 4);
    this.#held = [];
    this.#arrived = 0;
    this.#due = undefined;
    if (/^connection: *close/im.test(head)) this.#broken ??= 'the connection was closed';
    this.#answer({ status: Number(head.slice(9, 12)), body });
  }

  #end(problem: string): void {
    this.#broken ??= problem;
    this.#answer({ status: 0, body: this.#broken });
  }

  #answer(answer: Answer): void {
    const resolve = this.#resolve;
    this.#resolve = undefined;
    resolve?.(answer);
  }
}
