import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';

/**
 * The conduct of a receiver between `misbehave` and `recover`. `fails` answers with errors now and then, `hangs` does not answer, `cuts`
 * closes connections, `lies` promises bytes that it does not send, redirects, or sends far too much.
 */
export const MANNERS = ['works', 'works', 'fails', 'hangs', 'cuts', 'lies'] as const;
export type Manner = (typeof MANNERS)[number];

/** A receiver and what it has got. */
export type HookReceiver = {
  readonly number: number;
  readonly manner: Manner;
  secret: string;
  /** Ids of events that were acknowledged, in the order of their first acknowledgement. */
  readonly acknowledged: number[];
  /** When an event arrived first, in monotonic milliseconds. */
  readonly arrivedAt: Map<number, number>;
  calls: number;
  repeated: number;
  unsigned: number;
};

export type HookReceivers = {
  readonly url: string;
  readonly all: readonly HookReceiver[];
  /** Receivers work until this call, and again after `recover`. */
  misbehave(): void;
  recover(): void;
  stop(): void;
};

const TOO_LARGE_BYTES = 2 * 1024 * 1024;

/** Starts receivers at an address of their own, which the nodes may call. `redirectTo` is where liars lead. */
export async function startReceivers(
  address: string,
  count: number,
  redirectTo: string,
): Promise<HookReceivers> {
  const all = Array.from({ length: count }, (_, number): HookReceiver => {
    const manner = MANNERS[number % MANNERS.length] ?? 'works';
    return {
      number,
      manner,
      secret: '',
      acknowledged: [],
      arrivedAt: new Map(),
      calls: 0,
      repeated: 0,
      unsigned: 0,
    };
  });
  let isMisbehaving = false;
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const receiver = all[Number(request.url?.slice(1))];
    const body = await readAll(request);
    if (receiver === undefined) {
      response.writeHead(404).end();
      return;
    }
    const id = take(receiver, request, body);
    if (isMisbehaving && misbehave(receiver, response, redirectTo)) return;
    acknowledge(receiver, id);
    response.end('{}');
  };
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  return {
    url: `http://${address}:${port}`,
    all,
    misbehave: () => {
      isMisbehaving = true;
    },
    recover: () => {
      isMisbehaving = false;
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Verifies and counts a request; returns the id of its event. */
function take(receiver: HookReceiver, { headers }: IncomingMessage, body: string): number {
  receiver.calls += 1;
  try {
    new Webhook(receiver.secret).verify(body, headers as Record<string, string>);
  } catch {
    receiver.unsigned += 1;
  }
  const id = Number(headers['webhook-id']);
  const { data } = JSON.parse(body) as { data: { id: number } };
  if (data.id !== id) receiver.unsigned += 1;
  if (!receiver.arrivedAt.has(id)) receiver.arrivedAt.set(id, performance.now());
  return id;
}

function acknowledge(receiver: HookReceiver, id: number): void {
  if (receiver.acknowledged.includes(id)) receiver.repeated += 1;
  else receiver.acknowledged.push(id);
}

/** Answers a request in the manner of the receiver. Returns false if it works this time. */
function misbehave(receiver: HookReceiver, response: ServerResponse, redirectTo: string): boolean {
  switch (receiver.manner) {
    case 'works':
      return false;
    case 'fails':
      if (receiver.calls % 3 !== 0) return false;
      response.writeHead(503).end('later');
      return true;
    case 'hangs':
      return true;
    case 'cuts':
      response.destroy();
      return true;
    case 'lies':
      lie(receiver.calls % 3, response, redirectTo);
      return true;
  }
}

function lie(kind: number, response: ServerResponse, redirectTo: string): void {
  if (kind === 0) response.writeHead(307, { location: redirectTo }).end();
  else if (kind === 1) {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('{');
    setTimeout(() => response.destroy(), 20);
  } else response.writeHead(200).end('x'.repeat(TOO_LARGE_BYTES));
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
