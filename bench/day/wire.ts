import { connect, type Socket } from 'node:net';

export type Answered = { readonly ok: boolean; readonly body: string };

/** One connection that stays open and carries one request at a time. */
export class Wire {
  readonly #socket: Socket;
  #held = '';
  #resolve: ((answer: Answered) => void) | undefined;

  constructor(port: number) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#socket.on('data', (chunk: Buffer) => {
      this.#held += chunk.toString('latin1');
      this.#take();
    });
    this.#socket.on('error', () => {
      this.#answer({ ok: false, body: 'the connection broke' });
    });
    this.#socket.on('close', () => {
      this.#answer({ ok: false, body: 'the connection was closed' });
    });
  }

  ask(request: string): Promise<Answered> {
    return new Promise((resolve) => {
      this.#resolve = resolve;
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(): void {
    const end = this.#held.indexOf('\r\n\r\n');
    if (end === -1) return;
    const length = Number(/content-length: (\d+)/i.exec(this.#held)?.[1] ?? 0);
    if (this.#held.length < end + 4 + length) return;
    const text = this.#held;
    this.#held = '';
    this.#answer({ ok: text.startsWith('HTTP/1.1 200'), body: text.slice(end + 4, end + 4 + length) });
  }

  #answer(answer: Answered): void {
    const resolve = this.#resolve;
    this.#resolve = undefined;
    resolve?.(answer);
  }
}

export const get = (path: string, headers: string): string => `GET /api/v1${path} HTTP/1.1\r\n${headers}\r\n`;

export const post = (path: string, fields: Readonly<Record<string, string>>, headers: string): string => {
  const form = new URLSearchParams(fields).toString();
  return (
    `POST /api/v1${path} HTTP/1.1\r\n${headers}content-type: application/x-www-form-urlencoded\r\n` +
    `content-length: ${form.length}\r\n\r\n${form}`
  );
};
