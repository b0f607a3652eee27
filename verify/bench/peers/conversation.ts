import { connect, type Socket } from 'node:net';

const LIMIT_MS = 60_000;
const RETRY_MS = 100;

/** A connection on which each step of a log-in waits for its answer; later texts go to the listener. */
export type Conversation = {
  /** Writes a text, and waits until something was received that matches. */
  ask(this: void, text: string, answer: RegExp): Promise<void>;
  tell(this: void, text: string): void;
  close(this: void): void;
};

export async function openConversation(
  port: number,
  listener: (text: string, tell: (answer: string) => void) => void,
): Promise<Conversation> {
  const socket = await connected(port);
  let received = '';
  let expected: { readonly answer: RegExp; readonly resolve: () => void } | undefined;
  const tell = (text: string): void => {
    socket.write(text);
  };
  socket.on('data', (chunk: Buffer) => {
    const text = chunk.toString('latin1');
    if (expected === undefined) {
      listener(text, tell);
      return;
    }
    received += text;
    if (!expected.answer.test(received)) return;
    const { resolve } = expected;
    expected = undefined;
    received = '';
    resolve();
  });
  return {
    ask: (text, answer) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          reject(new Error(`After ${JSON.stringify(text)} came only ${JSON.stringify(received)}.`));
        }, LIMIT_MS);
        expected = {
          answer,
          resolve: () => {
            clearTimeout(timer);
            resolve();
          },
        };
        tell(text);
      }),
    tell,
    close: () => {
      socket.destroy();
    },
  };
}

export async function untilListening(port: number): Promise<void> {
  (await connected(port)).destroy();
}

/** Connects to a server of this machine that may just be starting. */
async function connected(port: number): Promise<Socket> {
  for (const end = performance.now() + LIMIT_MS; ;) {
    const socket = await connectOnce(port);
    if (socket !== undefined) return socket;
    if (performance.now() > end) throw new Error(`Nobody listens on port ${port} after a minute.`);
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

function connectOnce(port: number): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.once('connect', () => {
      resolve(socket);
    });
    // Later errors are those of a server that stops.
    socket.on('error', () => {
      resolve(undefined);
    });
  });
}
