import { ApiError } from '../engine/api-error.ts';
import type { SpentBudget } from '../engine/turns/processor-budgets.ts';
import { shareOf, type Sharer } from './actor.ts';
import { limitsOf, type RateLimitVerdict } from './rate-limits.ts';
import type { HttpResponse } from './response.ts';
import type { World } from './world.ts';

type LimiterWorld = Pick<World, 'config' | 'limiter' | 'processor'>;

/** The count of one request against the limits of its user, or of its grant: the number of requests, and their processor time. */
export class RequestCount {
  readonly #world: LimiterWorld;
  /** Undefined until the request is counted, and where nothing is limited. */
  verdict: RateLimitVerdict | undefined;

  constructor(world: LimiterWorld) {
    this.#world = world;
  }

  /** Counts the request, once however often it is attempted; throws if the user has sent too many. */
  take(sharer: Sharer): void {
    if (this.verdict !== undefined) return checkVerdict(this.verdict);
    this.add(sharer, 1);
    this.#checkProcessorTime(sharer);
  }

  /** Counts the request as some more. */
  add(sharer: Sharer, cost: number): void {
    const { config, limiter } = this.#world;
    if (!config.rateLimits) return;
    const { realmId, userId } = shareOf(sharer);
    this.verdict = limiter.take(`user:${realmId}:${userId}`, limitsOf(sharer.user.rate_limits), cost);
    checkVerdict(this.verdict);
  }

  /** The time of earlier requests decides: the cost of this one is not known yet. */
  #checkProcessorTime(sharer: Sharer): void {
    const spent = this.#world.processor.refusalOf(shareOf(sharer));
    if (spent !== undefined) throw processorTimeSpent(spent);
  }
}

function checkVerdict(verdict: RateLimitVerdict): void {
  if (!verdict.ok) throw rateLimitHit(verdict.retrySeconds);
}

export function rateLimitHit(seconds: number): ApiError {
  return new ApiError('RATE_LIMIT_HIT', `Too many requests; try again in ${seconds.toFixed(1)} seconds.`, {
    extra: { 'retry-after': seconds },
  });
}

function processorTimeSpent({ scope, retrySeconds }: SpentBudget): ApiError {
  const whose = scope === 'user' ? 'Your requests' : 'Requests of this organization';
  const message = `${whose} have used too much processor time; try again in ${retrySeconds.toFixed(1)} seconds.`;
  return new ApiError('RATE_LIMIT_HIT', message, { extra: { 'retry-after': retrySeconds } });
}

export function withRateLimitHeaders<A extends HttpResponse>(
  { clock }: Pick<World, 'clock'>,
  verdict: RateLimitVerdict | undefined,
  answer: A,
): A {
  if (verdict === undefined) return answer;
  const reset = verdict.ok ? verdict.resetSeconds : verdict.retrySeconds;
  answer.headers['x-ratelimit-limit'] = String(verdict.limit);
  answer.headers['x-ratelimit-remaining'] = String(verdict.ok ? verdict.remaining : 0);
  answer.headers['x-ratelimit-reset'] = String(Math.ceil(clock.now() / 1000 + reset));
  return answer;
}
