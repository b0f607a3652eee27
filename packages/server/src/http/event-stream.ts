import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { eventStream } from '@parley/contract/event-stream.ts';
import { WebSocketServer, type WebSocket } from 'ws';
import { Problem } from '../problem.ts';
import type { Listening } from '../queues/hub.ts';
import type { Outgoing } from '../queues/outgoing.ts';
import type { World } from '../world.ts';
import { errorAnswer } from './answer.ts';
import { checkTarget } from './check-target.ts';
import { readForm } from './fields.ts';
import { visitorOf } from './visitor.ts';

const PATH = `/api/v1${eventStream.path}`;
/** A receipt is a number; nothing longer is read. */
const MOST_RECEIPT = 256;
/** A client that leaves so much unread is cut off; its queue waits for it. */
const MOST_UNREAD = 4 * 1024 * 1024;

/** Who does not say goodbye is not waited for. */
const PARTING_MS = 2_000;

/** Serves event queues over WebSockets on the same port as the rest. */
export const serveEventStreams = (server: Server, world: World): void => {
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: MOST_RECEIPT });
  server.on('upgrade', (request, connection, head) => {
    connection.on('error', () => {
      connection.destroy();
    });
    open(world, sockets, request, connection, head).catch((error: unknown) => {
      refuse(connection, error, world);
    });
  });
};

type Target = { readonly queueId: string; readonly lastEventId: number };

const open = async (
  world: World,
  sockets: WebSocketServer,
  upgrade: IncomingMessage,
  connection: Duplex,
  head: Buffer,
): Promise<void> => {
  checkTarget(upgrade);
  const target = targetOf(upgrade);
  const { realm, person } = await visitorOf(world, {
    host: upgrade.headers.host ?? '',
    authorization: upgrade.headers.authorization,
  });
  const gone = new AbortController();
  connection.on('close', () => {
    gone.abort();
  });
  sockets.handleUpgrade(upgrade, connection, head, (socket) => {
    const request = {
      realmId: realm.id,
      personId: person.id,
      dontBlock: false,
      gone: gone.signal,
      ...target,
    };
    serve(world, socket, request).catch((error: unknown) => {
      end(socket, error);
    });
  });
};

const targetOf = ({ url = '' }: IncomingMessage): Target => {
  const [path, query = ''] = url.split('?');
  const fields = readForm(query);
  const lastEventId = Number(fields.get('last_event_id') ?? '');
  const queueId = fields.get('queue_id');
  if (path !== PATH) throw new Problem('BAD_REQUEST', 'There is nothing to listen to here.', { status: 404 });
  if (queueId === undefined || !Number.isSafeInteger(lastEventId))
    throw new Problem('BAD_REQUEST', 'Say which queue, and behind which event.');
  return { queueId, lastEventId };
};

const serve = async (
  world: World,
  socket: WebSocket,
  request: Parameters<World['hub']['listen']>[0],
): Promise<void> => {
  const waiting: number[] = [];
  let listening: Listening | undefined;
  const acknowledge = (id: number): void => {
    listening?.acknowledge(id).catch((error: unknown) => {
      end(socket, error);
    });
  };
  socket.on('error', () => {
    socket.terminate();
  });
  socket.on('close', () => {
    listening?.close();
  });
  socket.on('message', (data) => {
    const id = Buffer.isBuffer(data) ? receiptOf(data.toString('utf8')) : undefined;
    if (id === undefined) socket.close(1008, 'not a receipt');
    else if (listening === undefined) waiting.push(id);
    else acknowledge(id);
  });
  listening = await world.hub.listen(request, {
    hear: (events) => {
      world.metrics.delivered(events.length);
      socket.send(frameOf(events), { binary: false });
      if (socket.bufferedAmount > MOST_UNREAD) socket.terminate();
    },
    end: (problem) => {
      if (problem === undefined) socket.close(eventStream.closed.away);
      else end(socket, problem);
      world.clock.after(PARTING_MS, () => {
        socket.terminate();
      });
    },
  });
  for (const id of waiting) acknowledge(id);
  if (socket.readyState !== socket.OPEN) listening.close();
};

const receiptOf = (text: string): number | undefined => {
  try {
    return eventStream.receipt.parse(JSON.parse(text)).last_event_id;
  } catch {
    return undefined;
  }
};

const frames = new WeakMap<Outgoing, Buffer>();

/** Most often one event goes to many clients: then they share its bytes too. */
const frameOf = (events: readonly Outgoing[]): Buffer => {
  const [first] = events;
  if (first === undefined || events.length > 1) return frameWith(events);
  const known = frames.get(first) ?? frameWith(events);
  frames.set(first, known);
  return known;
};

const frameWith = (events: readonly Outgoing[]): Buffer =>
  Buffer.from(`{"events":[${events.map(({ json }) => json).join(',')}]}`);

/** The error that a poll would have been answered with; the client then does what it does after such a poll. */
const end = (socket: WebSocket, error: unknown): void => {
  if (!(error instanceof Problem)) {
    socket.close(1011);
    return;
  }
  const reason = JSON.stringify({ code: error.code, msg: error.message });
  socket.close(
    eventStream.closed.refused,
    reason.length > 120 ? JSON.stringify({ code: error.code, msg: '' }) : reason,
  );
};

/** Before it is a WebSocket, it is answered as any other request. */
const refuse = (connection: Duplex, error: unknown, world: World): void => {
  const { status, headers, body } = errorAnswer(error, world.report);
  const lines = Object.entries({ ...headers, connection: 'close', 'content-length': String(body.length) });
  connection.end(
    `HTTP/1.1 ${status} Refused\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${String(body)}`,
  );
};
