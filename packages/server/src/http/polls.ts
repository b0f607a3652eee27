import type { IncomingMessage, ServerResponse } from 'node:http';
import { getEvents } from '@parley/contract/endpoints/queues.ts';
import type { PollRequest } from '../delivery/hub.ts';
import { pollMembers, type OutgoingEvent } from '../delivery/outgoing-event.ts';
import type { PollResponder } from '../delivery/waiter.ts';
import { ApiError } from '../engine/api-error.ts';
import type { World } from './world.ts';
import { pollSuccess, responseToError, type HttpResponse } from './response.ts';
import { countRefusal } from './address-limits.ts';
import type { AddressedRequest } from './client-address.ts';
import { targetErrorOf } from './check-target.ts';
import { admit } from './admit.ts';
import { parseAuthorization } from './credentials.ts';
import { PREFIX } from './prefix.ts';
import { RequestCount, withRateLimitHeaders } from './request-count.ts';
import { REQUEST_ID } from './request-id.ts';
import type { AnsweredRequest } from './request-log.ts';
import type { RateLimitVerdict } from './rate-limits.ts';
import { writeResponse } from './write-response.ts';

/**
 * Serves a poll in the form that clients usually send, as nearly all requests are. It goes through the same steps as
 * `serve`, and keeps minimal state while it waits. Returns false for every other request.
 */
export function servePoll(world: World, request: IncomingMessage, response: ServerResponse): boolean {
  const plain = plainPollOf(request);
  if (plain === undefined) return false;
  const poll = new PollExchange(world, request.socket, (answer) => {
    if (!response.destroyed) writeResponse(world, response, answer);
  });
  response.on('close', () => {
    poll.leave();
  });
  void poll.begin(plain);
  return true;
}

type Target = Pick<PollRequest, 'queueId' | 'lastEventId'>;

/** A parsed poll in the plain form. */
type PlainPoll = {
  readonly host: string;
  readonly authorization: string;
  readonly acceptEncoding: string | undefined;
  /** The header X-Forwarded-For. */
  readonly forwardedFor: string | undefined;
  /** The header X-Request-Id. */
  readonly requestId: string | undefined;
  readonly target: Target;
};

const PATH = `${PREFIX}${getEvents.path}?`;
const PLAIN_QUERY =
  /^(?:queue_id=([0-9a-f-]{36})&last_event_id=(-1|0|[1-9]\d{0,14})|last_event_id=(-1|0|[1-9]\d{0,14})&queue_id=([0-9a-f-]{36}))(?:&dont_block=false)?$/;

function plainPollOf(request: IncomingMessage): PlainPoll | undefined {
  const { method, url = '', headers } = request;
  const { authorization, host = '' } = headers;
  if (method !== 'GET' || authorization === undefined) return undefined;
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return undefined;
  const target = plainTarget(url);
  if (target === undefined || targetErrorOf(request) !== undefined) return undefined;
  const forwardedFor = headers['x-forwarded-for'];
  const requestId = headers[REQUEST_ID];
  return {
    host,
    authorization,
    acceptEncoding: headers['accept-encoding'],
    forwardedFor: Array.isArray(forwardedFor) ? forwardedFor.join(',') : forwardedFor,
    requestId: typeof requestId === 'string' ? requestId : undefined,
    target,
  };
}

function plainTarget(url: string): Target | undefined {
  const match = url.startsWith(PATH) ? PLAIN_QUERY.exec(url.slice(PATH.length)) : null;
  if (match === null) return undefined;
  const [, queueId = match[4] ?? '', lastEventId = match[3]] = match;
  return { queueId, lastEventId: Number(lastEventId) };
}

/** Serves one poll in the plain form, from authentication to response. */
class PollExchange implements PollResponder {
  readonly #world: World;
  readonly #socket: AddressedRequest['socket'];
  /** Called exactly once. */
  readonly #respond: (answer: HttpResponse) => void;
  #queueId = '';
  #acceptEncoding: string | undefined;
  #forwardedFor: string | undefined;
  #requestId: string | undefined;
  #caller: Pick<AnsweredRequest, 'organization' | 'userId'> | undefined;
  readonly #count: RequestCount;
  #waiting: { leave(): void } | undefined;
  #hasLeft = false;

  constructor(world: World, socket: AddressedRequest['socket'], respond: (answer: HttpResponse) => void) {
    this.#world = world;
    this.#socket = socket;
    this.#respond = respond;
    this.#count = new RequestCount(world);
  }

  async begin(poll: PlainPoll): Promise<void> {
    const { host, authorization, acceptEncoding, forwardedFor, requestId, target } = poll;
    const world = this.#world;
    this.#requestId = requestId;
    this.#forwardedFor = forwardedFor;
    this.#queueId = target.queueId;
    this.#acceptEncoding = acceptEncoding;
    try {
      world.maintenance.refuse();
      const credentials = parseAuthorization(authorization);
      const count = this.#count;
      const caller = { host, credentials, endpoint: getEvents, count };
      const { realm, user, credential } = await admit(world, caller);
      if (world.requestLog.isOn) this.#caller = { organization: realm.subdomain, userId: user.id };
      const request = { realmId: realm.id, userId: user.id, credential, dontBlock: false, ...target };
      this.#waiting = world.hub.startPoll(request, this);
      if (this.#hasLeft) this.#waiting.leave();
    } catch (error) {
      this.reject(error);
    }
  }

  /** The client has disconnected. */
  leave(): void {
    this.#hasLeft = true;
    this.#waiting?.leave();
  }

  answer(events: readonly OutgoingEvent[]): void {
    this.#world.metrics.delivered(events.length);
    const answer = pollSuccess(pollMembers(events, this.#queueId), this.#acceptEncoding);
    if (answer instanceof Promise)
      answer.then(
        (compressed) => this.#finish(compressed, this.#count.verdict),
        (error: unknown) => this.reject(error),
      );
    else this.#finish(answer, this.#count.verdict);
  }

  reject(error: unknown): void {
    const answer = responseToError(error, this.#world, getEvents.id);
    this.#finish(answer, error instanceof ApiError ? this.#count.verdict : undefined);
  }

  #address(): string {
    const headers = { 'x-forwarded-for': this.#forwardedFor };
    return this.#world.proxies.clientOf({ headers, socket: this.#socket });
  }

  #finish(answer: HttpResponse, verdict: RateLimitVerdict | undefined): void {
    const world = this.#world;
    const counted = countRefusal(world, () => this.#address(), answer);
    const id = world.requestIds.of(this.#requestId);
    world.metrics.request(getEvents.id, counted.status, 0);
    const answered = withRateLimitHeaders(world, verdict, counted);
    answered.headers[REQUEST_ID] = id;
    this.#respond(answered);
    const { status } = counted;
    const address = (): string => this.#address();
    world.requestLog.note({ ...this.#caller, id, operation: getEvents.id, status, ms: 0, address });
  }
}
