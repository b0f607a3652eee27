import type { IncomingMessage, RequestListener } from 'node:http';
import { getEvents } from '@parley/contract/endpoints/queues.ts';
import type { PollRequest } from '../delivery/hub.ts';
import { pollMembers, type Outgoing } from '../delivery/outgoing.ts';
import type { PollResponder } from '../delivery/waiter.ts';
import { ApiError } from '../engine/api-error.ts';
import type { World } from './world.ts';
import { encodedSuccess, responseToError, type TextResponse } from './answer.ts';
import { targetErrorOf } from './check-target.ts';
import { authenticate, parseBasic } from './credentials.ts';
import { subdomainOf } from '../engine/hosts.ts';
import { checkCapability, takeRateLimit, tooMany, withLimits } from './lifecycle.ts';
import { PREFIX } from './prefix.ts';
import type { Verdict } from './rate-limits.ts';
import { writeResponse } from './write-answer.ts';

/**
 * Nearly all requests are polls, thousands of which wait at once. Those in the plain form that clients send go
 * through the steps of a request's life here, without the HTTP library, and leave nothing behind while they wait
 * but who is to be answered. Everything else, also a poll in any other form, goes the usual way.
 */
export function servePolls(world: World, others: RequestListener): RequestListener {
  return (request, response) => {
    const plain = plainPollOf(request);
    if (plain === undefined) return others(request, response);
    const poll = new PollExchange(world, (answer) => {
      if (!response.destroyed) writeResponse(response, answer, world.isClosing());
    });
    response.on('close', () => {
      poll.leave();
    });
    void poll.begin(plain);
  };
}

type Target = Pick<PollRequest, 'queueId' | 'lastEventId'>;

/** A poll as it arrives. */
export type PlainPoll = { readonly host: string; readonly authorization: string; readonly target: Target };

const PATH = `${PREFIX}${getEvents.path}?`;
const PLAIN =
  /^(?:queue_id=([0-9a-f-]{36})&last_event_id=(-1|0|[1-9]\d{0,14})|last_event_id=(-1|0|[1-9]\d{0,14})&queue_id=([0-9a-f-]{36}))(?:&dont_block=false)?$/;

function plainPollOf(request: IncomingMessage): PlainPoll | undefined {
  const { method, url = '', headers } = request;
  const { authorization, host = '' } = headers;
  if (method !== 'GET' || authorization === undefined) return undefined;
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return undefined;
  const target = plainTarget(url);
  if (target === undefined || targetErrorOf(request) !== undefined) return undefined;
  return { host, authorization, target };
}

export function plainTarget(url: string): Target | undefined {
  const match = url.startsWith(PATH) ? PLAIN.exec(url.slice(PATH.length)) : null;
  if (match === null) return undefined;
  const [, queueId = match[4] ?? '', lastEventId = match[3]] = match;
  return { queueId, lastEventId: Number(lastEventId) };
}

/** The life of a poll in the plain form, on whatever connection it came. */
export class PollExchange implements PollResponder {
  readonly #world: World;
  /** Hears the answer, once. */
  readonly #say: (answer: TextResponse) => void;
  #queueId = '';
  #verdict: Verdict | undefined;
  #asking: { leave(): void } | undefined;
  #isLeft = false;

  constructor(world: World, say: (answer: TextResponse) => void) {
    this.#world = world;
    this.#say = say;
  }

  async begin({ host, authorization, target }: PlainPoll): Promise<void> {
    const world = this.#world;
    this.#queueId = target.queueId;
    try {
      const subdomain = subdomainOf(world.config.hosts, host);
      const actor = await authenticate(world.findAccount, parseBasic(authorization), subdomain);
      checkCapability(actor, { endpoint: getEvents });
      this.#verdict = takeRateLimit(world, actor);
      if (!this.#verdict.ok) throw tooMany(this.#verdict.retrySeconds);
      const { realm, user } = actor;
      const request = { realmId: realm.id, userId: user.id, dontBlock: false, ...target };
      this.#asking = world.hub.startPoll(request, this);
      if (this.#isLeft) this.#asking.leave();
    } catch (error) {
      this.reject(error);
    }
  }

  /** Nobody is there any more who could hear the answer. */
  leave(): void {
    this.#isLeft = true;
    this.#asking?.leave();
  }

  answer(events: readonly Outgoing[]): void {
    this.#world.metrics.delivered(events.length);
    this.#answer(encodedSuccess(pollMembers(events, this.#queueId)), this.#verdict);
  }

  reject(error: unknown): void {
    const answer = responseToError(error, this.#world.report);
    this.#answer(answer, error instanceof ApiError ? this.#verdict : undefined);
  }

  #answer(answer: TextResponse, verdict: Verdict | undefined): void {
    const world = this.#world;
    world.metrics.request(getEvents.id, answer.status, 0);
    this.#say(withLimits(world, verdict, answer));
  }
}
