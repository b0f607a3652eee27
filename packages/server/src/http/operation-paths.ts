import type { Endpoint } from '@parley/contract/endpoint.ts';
import { getEvents } from '@parley/contract/endpoints/queues.ts';
import { BROWSER_PREFIX } from '@parley/contract/endpoints/spectators.ts';
import type { IncomingMessage } from 'node:http';
import { spoolDirectory } from '../engine/files/store.ts';
import { limitVisit } from './address-limits.ts';
import { authenticateRequest } from './authenticate-request.ts';
import { declaredLength, hasArrived, hasBody } from './body.ts';
import { allowLargeBody } from './body-time.ts';
import type { Fields } from './fields.ts';
import { serve, serveVisit, type IncomingRequest } from './lifecycle.ts';
import { dispatch, headOf, incomingOf, queryFields, refuseEarly, type Operations } from './operations.ts';
import { deleteSpooled, MAX_SMALL_FILE_BYTES, NO_FILES, type BodyIntake } from './parts.ts';
import { servePoll } from './polls.ts';
import { PREFIX } from './prefix.ts';
import { bodyTypeOf, isForm, readBody } from './read-body.ts';
import { responseToError, withoutDialog, type HttpResponse } from './response.ts';
import type { HttpExchange, Path, Router } from './router.ts';
import { sessionTokenOf } from './sessions/cookie.ts';
import type { World } from './world.ts';

/** Serves a request of a visitor without an account. */
type ServeVisitor = (endpoint: Endpoint, request: IncomingRequest) => Promise<HttpResponse>;
/** Waits until the packets at hand are read. */
type Arrivals = () => Promise<void>;

/** Adds the operations of one path: for API keys, and for browsers, whose visitors may have no account. */
export function addOperations(
  router: Router,
  world: World,
  operations: Operations,
  serveVisitor: ServeVisitor,
  arrivals: Arrivals,
): void {
  const [first] = operations.byMethod.values();
  if (first === undefined) return;
  const pattern = patternOf(first.endpoint, operations.path);
  if (first.endpoint.auth === 'query') {
    router.add('every', PREFIX + pattern, new OperationPath(world, operations, 'query', arrivals));
    return;
  }
  const byKey = new OperationPath(world, operations, 'key', arrivals);
  router.add('every', PREFIX + pattern, first.endpoint === getEvents ? withPolls(world, byKey) : byKey);
  router.add(
    'every',
    BROWSER_PREFIX + pattern,
    new OperationPath(world, operations, 'session', arrivals, serveVisitor),
  );
}

/** Polls in the form that clients usually send do not hold the frames of a handler while they wait. */
function withPolls(world: World, path: OperationPath): Path {
  return {
    name: path.name,
    handle: (exchange) => path.handle(exchange),
    takePoll: (request, response) => servePoll(world, request, response),
  };
}

/** The operations at one path, for one kind of credentials. */
class OperationPath implements Path {
  readonly name: string;
  readonly #world: World;
  readonly #operations: Operations;
  readonly #by: IncomingRequest['by'];
  readonly #arrivals: Arrivals;
  /** Undefined if the path is not open to visitors. */
  readonly #serveVisitor: ServeVisitor | undefined;
  /** The parameter that takes the rest of the path. */
  readonly #wildcard: string | undefined;
  readonly #intake: BodyIntake;
  /** For callers whose file, if any, needs no admission. */
  readonly #withoutAdmission: Admission;

  constructor(
    world: World,
    operations: Operations,
    by: IncomingRequest['by'],
    arrivals: Arrivals,
    serveVisitor?: ServeVisitor,
  ) {
    this.name = operations.path;
    this.#world = world;
    this.#operations = operations;
    this.#by = by;
    this.#arrivals = arrivals;
    this.#serveVisitor = serveVisitor;
    this.#wildcard = /\{(\w+)\*\}/.exec(operations.path)?.[1];
    this.#intake = intakeOf(world, operations);
    this.#withoutAdmission = { intake: this.#intake, end: () => {} };
  }

  handle(exchange: HttpExchange): Promise<HttpResponse> {
    if (this.#by === 'query') return this.#serveWebhook(exchange);
    const response = this.#serve(exchange);
    return this.#by === 'session' ? response.then(withoutDialog) : response;
  }

  /** Some services expect errors in a form of their own. */
  async #serveWebhook(exchange: HttpExchange): Promise<HttpResponse> {
    const response = await this.#serve(exchange).catch((error: unknown) =>
      responseToError(error, this.#world, this.name),
    );
    const route = this.#operations.byMethod.get('POST');
    if (response.problem === undefined || route?.kind !== 'call') return response;
    const body = route.presentError?.(response.problem, exchange.pathParameters);
    return body === undefined ? response : { ...response, body };
  }

  #serve(exchange: HttpExchange): Promise<HttpResponse> {
    const { request } = exchange;
    const isVisitor = this.#isVisitor(request);
    if (isVisitor || !hasBody(request) || BODYLESS.has(request.method ?? ''))
      return this.#read(exchange, isVisitor);
    return isForm(request) ? this.#readForm(exchange) : this.#readChecked(exchange);
  }

  /** A form that has arrived needs no check of its own before it is read: the operation checks credentials. */
  async #readForm(exchange: HttpExchange): Promise<HttpResponse> {
    await this.#arrivals();
    const { request } = exchange;
    if (!hasArrived(request) || !this.#operations.byMethod.has(request.method ?? ''))
      return this.#readChecked(exchange);
    try {
      return await this.#read(exchange, false);
    } catch (error) {
      const refusal = await this.#refuseEarly(request);
      if (refusal !== undefined) return refusal;
      throw error;
    }
  }

  /** Credentials are checked before the body is read; visitors have none, and send no files. */
  async #readChecked(exchange: HttpExchange): Promise<HttpResponse> {
    const { request } = exchange;
    const refusal = await this.#refuseEarly(request);
    if (refusal !== undefined) return refusal;
    if (this.#intake.kind === 'disk') allowLargeBody(request);
    return this.#read(exchange, false);
  }

  async #read(exchange: HttpExchange, isVisitor: boolean): Promise<HttpResponse> {
    const { request } = exchange;
    const type = bodyTypeOf(request);
    const fields = queryFields(request);
    const { intake, end } = isVisitor ? NO_ADMISSION : await this.#admitFile(request);
    try {
      await readBody(request, type, fields, intake, this.#world.processor.takeTurn);
      return await this.#dispatch(this.#incoming(exchange, fields), isVisitor);
    } finally {
      end();
      if (fields.spooled.length > 0) await deleteSpooled(fields);
    }
  }

  #dispatch(incoming: IncomingRequest, isVisitor: boolean): Promise<HttpResponse> {
    const world = this.#world;
    return dispatch(world, this.#operations, incoming, (route) => {
      if (isVisitor && this.#serveVisitor !== undefined) return this.#serveVisitor(route.endpoint, incoming);
      if (route.kind !== 'visit') return serve(world, route, incoming);
      limitVisit(world, incoming.address);
      return serveVisit(world, route, incoming).catch((error: unknown) => ({
        ...responseToError(error, world, route.endpoint.id),
        isCounted: true,
      }));
    });
  }

  /** Browsers without a session are visitors. Keys are not accepted, together with a session or without. */
  #isVisitor({ headers: { host = '', cookie, authorization } }: IncomingMessage): boolean {
    if (this.#serveVisitor === undefined) return false;
    return (
      authorization !== undefined || sessionTokenOf(this.#world.config.hosts, { host, cookie }) === undefined
    );
  }

  #refuseEarly(request: IncomingMessage): Promise<HttpResponse | undefined> {
    return refuseEarly(this.#world, this.#operations, headOf(request, this.#by));
  }

  #incoming(exchange: HttpExchange, fields: Fields): IncomingRequest {
    return incomingOf(this.#world, this.#withNamedRest(exchange), fields, this.#by);
  }

  #withNamedRest(exchange: HttpExchange): HttpExchange {
    if (this.#wildcard === undefined) return exchange;
    const { '*': rest, ...named } = exchange.pathParameters;
    return rest === undefined
      ? exchange
      : { ...exchange, pathParameters: { ...named, [this.#wildcard]: rest } };
  }

  /** Asks the operation whether the caller may send a large file, before its first byte is stored. */
  async #admitFile(request: IncomingMessage): Promise<Admission> {
    const intake = this.#intake;
    const route = this.#operations.byMethod.get(request.method ?? '');
    if (intake.kind !== 'disk' || route?.kind !== 'call' || route.admitFile === undefined)
      return this.#withoutAdmission;
    const account = await authenticateRequest(this.#world, headOf(request, this.#by), {
      endpoint: route.endpoint,
    });
    const declared = declaredLength(request);
    const { end, ...bounds } = await route.admitFile(this.#world, account, declared, intake.maxBytes);
    return { intake: { ...intake, ...bounds }, end };
  }
}

type Admission = { readonly intake: BodyIntake; readonly end: () => void };

const NO_ADMISSION: Admission = { intake: NO_FILES, end: () => {} };

/** Methods whose bodies are never read. */
const BODYLESS = new Set(['GET', 'HEAD']);

/** Integer parameters match digits only, so any other text is 404 before credentials are checked. */
function patternOf(endpoint: Endpoint, path: string): string {
  return path.replaceAll(/\{(\w+)(\*?)\}/g, (_all, name: string, rest: string) => {
    if (rest === '*') return '*';
    return endpoint.parameters[name]?.schema.type === 'number' ? `:${name}(^\\d{1,15}$)` : `:${name}`;
  });
}

function intakeOf({ config: { files, uploads } }: World, { byMethod }: Operations): BodyIntake {
  const taken = [...byMethod.values()].map(({ endpoint }) => endpoint.takesFile);
  if (taken.includes('large'))
    return { kind: 'disk', directory: spoolDirectory(files), maxBytes: uploads.maxMiB * 1024 * 1024 };
  if ([...byMethod.values()].some(({ endpoint }) => endpoint.takesPayload === true))
    return { kind: 'payload' };
  return taken.includes(true) ? { kind: 'memory', maxBytes: MAX_SMALL_FILE_BYTES } : NO_FILES;
}
