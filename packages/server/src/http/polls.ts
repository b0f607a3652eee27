import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { getEvents } from '@parley/contract/endpoints/queues.ts';
import type { Request } from '../queues/hub.ts';
import { pollMembers, type Outgoing } from '../queues/outgoing.ts';
import type { Asker } from '../queues/waiter.ts';
import type { World } from '../world.ts';
import { encoded, errorAnswer, type Answer } from './answer.ts';
import { checkTarget } from './check-target.ts';
import { authenticate, parseBasic } from './credentials.ts';
import { subdomainOf } from './hosts.ts';
import { checkCapability, limit, tooMany, withLimits } from './lifecycle.ts';
import { PREFIX } from './prefix.ts';
import type { Verdict } from './rate-limits.ts';
import { writeAnswer } from './write-answer.ts';

/**
 * Nearly all requests are polls, thousands of which wait at once. Those in the plain form that clients send go
 * through the steps of a request's life here, without the HTTP library, and leave nothing behind while they wait
 * but who is to be answered. Everything else, also a poll in any other form, goes the usual way.
 */
export const servePolls =
  (world: World, others: RequestListener): RequestListener =>
  (request, response) => {
    const target = targetOf(request);
    if (target === undefined) others(request, response);
    else void begin(world, request, response, target);
  };

type Target = Pick<Request, 'queueId' | 'lastEventId'>;

/** A poll as it arrives, and who is to be answered. */
export type PlainPoll = { readonly host: string; readonly authorization: string; readonly target: Target };
export type PollAsker = Asker & {
  /** Once it is known who asks. */
  verdict: Verdict | undefined;
};

const PATH = `${PREFIX}${getEvents.path}?`;
const PLAIN =
  /^(?:queue_id=([0-9a-f-]{36})&last_event_id=(-1|0|[1-9]\d{0,14})|last_event_id=(-1|0|[1-9]\d{0,14})&queue_id=([0-9a-f-]{36}))(?:&dont_block=false)?$/;

const targetOf = ({ method, url = '', headers }: IncomingMessage): Target | undefined => {
  if (method !== 'GET' || headers.authorization === undefined) return undefined;
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return undefined;
  return plainTarget(url);
};

export const plainTarget = (url: string): Target | undefined => {
  const match = url.startsWith(PATH) ? PLAIN.exec(url.slice(PATH.length)) : null;
  if (match === null) return undefined;
  const [, queueId = match[4] ?? '', lastEventId = match[3]] = match;
  return { queueId, lastEventId: Number(lastEventId) };
};

const begin = async (
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
  target: Target,
): Promise<void> => {
  const asker = new WaitingPoll(world, response, target.queueId);
  try {
    checkTarget(request);
    const { authorization = '', host = '' } = request.headers;
    const asking = await ask(world, { host, authorization, target }, asker);
    response.on('close', () => {
      asking.leave();
    });
    if (response.destroyed) asking.leave();
  } catch (error) {
    asker.refuse(error);
  }
};

/** The steps of a poll's life. Throws what it is refused for before it has a queue to wait for. */
export const ask = async (
  world: World,
  { host, authorization, target }: PlainPoll,
  asker: PollAsker,
): Promise<{ leave(): void }> => {
  const subdomain = subdomainOf(world.config.hosts, host);
  const actor = await authenticate(world.findAccount, parseBasic(authorization), subdomain);
  checkCapability(actor, { endpoint: getEvents });
  asker.verdict = limit(world, actor);
  if (!asker.verdict.ok) throw tooMany(asker.verdict.retrySeconds);
  const { realm, person } = actor;
  return world.hub.ask({ realmId: realm.id, personId: person.id, dontBlock: false, ...target }, asker);
};

class WaitingPoll implements PollAsker {
  readonly #world: World;
  readonly #response: ServerResponse;
  readonly #queueId: string;
  verdict: Verdict | undefined;

  constructor(world: World, response: ServerResponse, queueId: string) {
    this.#world = world;
    this.#response = response;
    this.#queueId = queueId;
  }

  answer(events: readonly Outgoing[]): void {
    this.#world.metrics.delivered(events.length);
    this.#write(encoded(pollMembers(events, this.#queueId)));
  }

  refuse(error: unknown): void {
    this.#write(errorAnswer(error, this.#world.report));
  }

  #write(answer: Answer): void {
    const world = this.#world;
    world.metrics.request(getEvents.id, answer.status, 0);
    if (this.#response.destroyed) return;
    const whole = this.verdict === undefined ? answer : withLimits(world, this.verdict, answer);
    writeAnswer(this.#response, whole, world.isClosing());
  }
}
