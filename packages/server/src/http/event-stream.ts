import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { eventStream } from '@parley/contract/event-stream.ts';
import { BROWSER_PREFIX } from '@parley/contract/endpoints/spectators.ts';
import { WebSocketServer, type ServerOptions, type WebSocket } from 'ws';
import { ApiError } from '../engine/api-error.ts';
import type { RequestIds } from '../engine/work/current-work.ts';
import type { EventSubscription, PollRequest } from '../delivery/hub.ts';
import { eventsMember, type OutgoingEvent } from '../delivery/outgoing-event.ts';
import type { EventSink } from '../delivery/waiter.ts';
import type { World } from './world.ts';
import { checkTarget } from './check-target.ts';
import { readForm } from './fields.ts';
import { noteHandshake, refuseHandshake, type Handshake } from './handshake.ts';
import { headOf } from './operations.ts';
import { PREFIX } from './prefix.ts';
import type { Account } from './accounts.ts';
import { requiredSession } from './credentials.ts';
import { checkOrigin } from './sessions/own-page.ts';
import { Pongs, StreamBounds, type FrameBudget } from './stream-bounds.ts';
import { textFrame } from './text-frame.ts';
import { admit } from './admit.ts';
import { authenticateWithLimit } from './authenticate-request.ts';
import { rateLimitHit, RequestCount } from './request-count.ts';
import { REQUEST_ID, requestIdsOf } from './request-id.ts';

const KEY_PATH = `${PREFIX}${eventStream.path}`;
const BROWSER_PATH = `${BROWSER_PREFIX}${eventStream.path}`;
/** A receipt is a small JSON object; longer messages are refused. */
const MAX_RECEIPT_BYTES = 256;
/** A client with more unread bytes is disconnected; its queue stays. */
const MAX_UNREAD_BYTES = 4 * 1024 * 1024;

/** Frames per receipt. */
const MAX_FRAGMENTS = 8;
/** Receipts buffered until the queue is open; a newer one includes those before it. */
const MAX_EARLY_RECEIPTS = 100;

/** Time for the client to complete the closing handshake. */
const CLOSE_TIMEOUT_MS = 2_000;
/** After this time a user with too many streams may try again. */
const TOO_MANY_STREAMS_RETRY_SECONDS = 30;

/** The types of the library lack `closeTimeout`. */
const OPTIONS: ServerOptions & { readonly closeTimeout: number } = {
  noServer: true,
  perMessageDeflate: false,
  maxPayload: MAX_RECEIPT_BYTES,
  maxFragments: MAX_FRAGMENTS,
  closeTimeout: CLOSE_TIMEOUT_MS,
  // The library would queue a pong for every ping, even for a client that never reads.
  autoPong: false,
};

/** Serves event queues over WebSockets, on the port of the HTTP server. */
export function serveEventStreams(server: Server, world: World): void {
  const sockets = new WebSocketServer(OPTIONS);
  const bounds = new StreamBounds(world.clock);
  const ids = new WeakMap<IncomingMessage, RequestIds>();
  sockets.on('headers', (headers, request) => {
    headers.push(`${REQUEST_ID}: ${ids.get(request)?.id ?? ''}`);
  });
  world.metrics.watchStreams(() => bounds.size);
  server.on('upgrade', (request, connection, head) => {
    connection.on('error', () => {
      connection.destroy();
    });
    const handshake = { request, ids: requestIdsOf(world.requestIds, request) };
    ids.set(request, handshake.ids);
    open({ world, sockets, bounds }, handshake, connection, head).catch((error: unknown) => {
      const status = refuseHandshake(handshake, connection, error, world);
      noteHandshake(world, handshake, status);
    });
  });
}

type Target = { readonly queueId: string; readonly lastEventId: number; readonly rewind: boolean };

type Streams = {
  readonly world: World;
  readonly sockets: WebSocketServer;
  readonly bounds: StreamBounds;
};

async function open(
  { world, sockets, bounds }: Streams,
  handshake: Handshake,
  connection: Duplex,
  head: Buffer,
): Promise<void> {
  const upgrade = handshake.request;
  checkTarget(upgrade);
  world.maintenance.refuse();
  const target = targetOf(upgrade);
  const { realm, user, credential } = await authenticateHandshake(world, upgrade);
  const share = { realmId: realm.id, userId: user.id };
  const place = bounds.enter(share);
  if (place === undefined) throw rateLimitHit(TOO_MANY_STREAMS_RETRY_SECONDS);
  connection.once('close', () => {
    place.leave();
  });
  if (connection.destroyed) place.leave();
  sockets.handleUpgrade(upgrade, connection, head, (socket) => {
    noteHandshake(world, handshake, 101, { organization: realm.subdomain, userId: user.id });
    const request = { ...share, dontBlock: false, credential, ...target };
    void new Stream(world, socket, connection, place.frames).open(request);
  });
}

/** Pages cannot add headers to a handshake, but browsers always send `Origin`, which must be exactly ours. */
async function authenticateHandshake(world: World, upgrade: IncomingMessage): Promise<Account> {
  const head = headOf(upgrade);
  if (head.path.split('?')[0] !== BROWSER_PATH) return authenticateWithLimit(world, head, 'follow_events');
  checkOrigin(world.config.hosts, head);
  const credentials = requiredSession(world.config.hosts, head);
  return admit(world, { host: head.host, credentials, count: new RequestCount(world) });
}

function targetOf({ url = '' }: IncomingMessage): Target {
  const [path, query = ''] = url.split('?');
  const fields = readForm(query);
  const lastEventId = Number(fields.get('last_event_id') ?? '');
  const queueId = fields.get('queue_id');
  if (path !== KEY_PATH && path !== BROWSER_PATH)
    throw new ApiError('BAD_REQUEST', 'The path does not exist.', { status: 404 });
  if (queueId === undefined || !Number.isSafeInteger(lastEventId))
    throw new ApiError(
      'BAD_REQUEST',
      'The parameters queue_id and last_event_id are required; last_event_id must be an integer.',
    );
  const rewind = fields.get('rewind') ?? 'false';
  if (rewind !== 'true' && rewind !== 'false')
    throw new ApiError('BAD_REQUEST', 'The parameter rewind must be true or false.');
  return { queueId, lastEventId, rewind: rewind === 'true' };
}

/** The event stream of one client. */
class Stream implements EventSink {
  readonly #world: World;
  readonly #socket: WebSocket;
  readonly #connection: Duplex;
  #listening: EventSubscription | undefined;
  /** Receipts that arrived before the queue was open. */
  #early: number[] = [];
  readonly #frames: FrameBudget;
  readonly #pongs: Pongs;

  constructor(world: World, socket: WebSocket, connection: Duplex, frames: FrameBudget) {
    this.#world = world;
    this.#socket = socket;
    this.#connection = connection;
    this.#frames = frames;
    this.#pongs = new Pongs(socket);
    socket.on('error', () => {
      socket.terminate();
    });
    socket.on('close', () => {
      this.#listening?.close();
    });
    socket.on('message', (data) => {
      if (this.#admits()) this.#take(data);
    });
    socket.on('ping', (data) => {
      if (this.#admits()) this.#pongs.answer(data);
    });
    socket.on('pong', () => {
      this.#admits();
    });
  }

  async open(request: PollRequest): Promise<void> {
    try {
      const listening = await this.#world.hub.listen(request, this);
      this.#listening = listening;
      for (const id of this.#early.splice(0)) this.#acknowledge(id);
      if (this.#socket.readyState !== this.#socket.OPEN) listening.close();
    } catch (error) {
      end(this.#socket, error);
    }
  }

  send(events: readonly OutgoingEvent[]): void {
    const { metrics } = this.#world;
    metrics.delivered(events.length);
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    // Written to the connection directly, because all clients share one encoded frame.
    this.#connection.write(frameOf(events));
    this.#checkUnread();
  }

  end(error?: ApiError): void {
    if (error === undefined) this.#socket.close(eventStream.closed.away);
    else end(this.#socket, error);
  }

  /** Whether a frame is processed; disconnects a client that does not read or whose user sends too many frames. */
  #admits(): boolean {
    this.#checkUnread();
    if (this.#socket.isPaused) return false;
    if (this.#frames.take()) return this.#socket.readyState === this.#socket.OPEN;
    this.#disconnect('too many frames');
    return false;
  }

  /** Reads nothing more from the client, so its part of the closing handshake is not awaited. */
  #disconnect(reason: string): void {
    if (this.#socket.readyState === this.#socket.OPEN) {
      this.#socket.close(1008, reason);
      this.#socket.pause();
    } else this.#socket.terminate();
  }

  #checkUnread(): void {
    if (this.#connection.writableLength > MAX_UNREAD_BYTES) this.#socket.terminate();
  }

  #take(data: unknown): void {
    const id = Buffer.isBuffer(data) ? receiptOf(data.toString('utf8')) : undefined;
    if (id === undefined) this.#disconnect('not a receipt');
    else if (this.#listening !== undefined) this.#acknowledge(id);
    else {
      if (this.#early.length === MAX_EARLY_RECEIPTS) this.#early.shift();
      this.#early.push(id);
    }
  }

  #acknowledge(id: number): void {
    this.#listening?.acknowledge(id)?.catch((error: unknown) => {
      end(this.#socket, error);
    });
  }
}

/** The common form, parsed without JSON.parse. */
const PLAIN_RECEIPT = /^\{"last_event_id": ?(0|[1-9]\d{0,14})\}$/;

function receiptOf(text: string): number | undefined {
  const plain = PLAIN_RECEIPT.exec(text)?.[1];
  if (plain !== undefined) return Number(plain);
  try {
    return eventStream.receipt.parse(JSON.parse(text)).last_event_id;
  } catch {
    return undefined;
  }
}

const frames = new WeakMap<OutgoingEvent, Buffer>();

/** The frame of a single event is cached, because many clients receive the same event. */
function frameOf(events: readonly OutgoingEvent[]): Buffer {
  const [first] = events;
  if (first === undefined || events.length > 1) return encodeFrame(events);
  const cached = frames.get(first);
  if (cached !== undefined) return cached;
  const frame = encodeFrame(events);
  frames.set(first, frame);
  return frame;
}

function encodeFrame(events: readonly OutgoingEvent[]): Buffer {
  return textFrame(Buffer.from(`{${eventsMember(events)}}`));
}

/** Closes with the error that a poll would receive, so the client handles both alike. */
function end(socket: WebSocket, error: unknown): void {
  if (!(error instanceof ApiError)) {
    socket.close(1011);
    return;
  }
  const reason = JSON.stringify({ code: error.code, msg: error.message });
  socket.close(
    eventStream.closed.refused,
    reason.length > 120 ? JSON.stringify({ code: error.code, msg: '' }) : reason,
  );
}
