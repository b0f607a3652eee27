import { ApiError } from '../../engine/api-error.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { networkOf } from '../../http/network.ts';
import { PER_ADDRESS, SECOND_STEP, SECOND_STEP_BY_USER } from '../../http/rate-limits.ts';
import { rateLimitHit } from '../../http/request-count.ts';
import type { World } from '../../http/world.ts';
import type { LoginFactor } from '../credentials/login-factor.ts';
import { clearAttempts, countAttempt } from '../login/attempts.ts';
import { recordFailure } from '../login/record-failure.ts';
import { secondStepExpired } from './errors.ts';
import { proveSecondStep, type SecondProof } from './use-code.ts';
import { findWaiting, takeWaiting, type WaitingLogin } from './waiting-logins.ts';

type Attempt = {
  readonly world: World;
  readonly address: string;
  readonly realmId: number;
  readonly userId: number;
  readonly factor: LoginFactor;
};

/** The proofs with which a session or key begins. */
export type Proven = WaitingLogin & { readonly secondStep: SecondProof | undefined };

/** Continues a log-in with a code. A wrong code leaves its state; the right one uses it up. */
export async function finishLogin<T>(
  world: World,
  address: string,
  realmId: number,
  { state, code }: { readonly state: string; readonly code: string },
  begin: (tx: Tx, login: Proven) => Promise<T>,
): Promise<T> {
  const waiting = await findWaiting(world, realmId, state);
  if (waiting === undefined) throw secondStepExpired();
  const attempt = { world, address, realmId, userId: waiting.user.id, factor: waiting.factor };
  return withCodeLimit(attempt, () =>
    world.write(realmId, async (tx) => {
      const login = await takeWaiting(tx, world, state);
      if (login === undefined) throw secondStepExpired();
      return begin(tx, { ...login, secondStep: await proveSecondStep(tx, world, login.user.id, code) });
    }),
  );
}

/** Does what takes a code, within the limits of codes per user and network. A wrong code is in the audit trail. */
export async function withCodeLimit<T>(attempt: Attempt, work: () => Promise<T>): Promise<T> {
  const { world, realmId, userId, factor } = attempt;
  await countCode(attempt);
  try {
    const done = await work();
    await clearAttempts(world.pool, realmId, nameOf(userId));
    return done;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'SECOND_STEP_FAILED') {
      world.metrics.loginFailed(error.code);
      await recordFailure(world, realmId, { userId, factor, reason: error.code });
    }
    throw error;
  }
}

async function countCode({ world, address, realmId, userId }: Attempt): Promise<void> {
  if (!world.config.rateLimits) return;
  const network = networkOf(address);
  const verdict = world.limiter.take(`second-step:${network}`, PER_ADDRESS);
  if (!verdict.ok) throw rateLimitHit(verdict.retrySeconds);
  const attempt = { name: nameOf(userId), network };
  const rules = { perNetwork: SECOND_STEP, perName: SECOND_STEP_BY_USER };
  const wait = await countAttempt(world.pool, realmId, attempt, world.clock.now() / 1000, rules);
  if (wait !== undefined) throw rateLimitHit(wait);
}

/** No user has this name, because it is no e-mail address. */
function nameOf(userId: number): string {
  return `second step of ${userId}`;
}
