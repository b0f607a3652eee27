import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';

/** A request that a receiver got. */
export type ReceivedCall = {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

/** The response of a receiver: `cut` closes the connection, `hang` never answers. */
export type ReceiverAnswer = {
  readonly status?: number;
  readonly body?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  readonly broken?: 'cut' | 'hang';
};

/** A service that webhooks call. */
export type Receiver = {
  /** Without a slash at its end. */
  readonly url: string;
  readonly calls: readonly ReceivedCall[];
  /** Decides all later responses; `n` counts calls from 1. */
  respondWith(answer: (call: ReceivedCall, n: number) => ReceiverAnswer): void;
  /** Forgets earlier calls, and responds with `{}` again. */
  reset(): void;
  stop(): Promise<void>;
};

export async function startReceiver(): Promise<Receiver> {
  const calls: ReceivedCall[] = [];
  let answer: (call: ReceivedCall, n: number) => ReceiverAnswer = () => ({});
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const call = { path: request.url ?? '', headers: request.headers, body: await readAll(request) };
    calls.push(call);
    const { status = 200, body = '{}', headers, broken } = answer(call, calls.length);
    if (broken === 'cut') request.socket.destroy();
    else if (broken === undefined) response.writeHead(status, headers).end(body);
  };
  const server = createServer((request, response) => {
    respond(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    respondWith: (given) => {
      answer = given;
    },
    reset: () => {
      calls.length = 0;
      answer = () => ({});
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
