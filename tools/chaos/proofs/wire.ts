import { connect, type Socket } from 'node:net';

export type Answer = { readonly status: number; readonly body: string };

/** One connection that carries one request at a time, at a tenth of what the HTTP client of Node costs. */
export class Wire {
  readonly #socket: Socket;
  #held = '';
  #resolve: ((answer: Answer) => void) | undefined;
  #broken: string | undefined;

  constructor(host: string, port: number) {
    this.#socket = connect({ host, port, noDelay: true });
    this.#socket.on('data', (chunk: Buffer) => {
      this.#held += chunk.toString('latin1');
      this.#take(false);
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
    const end = this.#held.indexOf('\r\n\r\n');
    if (end === -1) return;
    const head = this.#held.slice(0, end);
    const length = /^content-length: *(\d+)/im.exec(head)?.[1];
    if (length === undefined ? !isAtEnd : this.#held.length < end + 4 + Number(length)) return;
    const body = Buffer.from(this.#held.slice(end + 4), 'latin1').toString('utf8');
    this.#held = '';
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
