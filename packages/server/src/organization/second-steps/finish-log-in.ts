import { ApiError } from '../../engine/api-error.ts';
import type { RealmRow } from '../../engine/db/realm.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { networkOf } from '../../http/network.ts';
import { PER_ADDRESS, SECOND_STEP, SECOND_STEP_BY_USER } from '../../http/rate-limits.ts';
import { rateLimitHit } from '../../http/request-count.ts';
import type { World } from '../../http/world.ts';
import type { LoginFactor } from '../credentials/login-factor.ts';
import { clearAttempts, countAttempt } from '../login/attempts.ts';
import { logFailure, recordFailure } from '../login/record-failure.ts';
import { secondStepExpired } from './errors.ts';
import { proveSecondStep, type GivenProof, type SecondProof } from './use-code.ts';
import { findWaiting, takeWaiting, type WaitingLogin } from './waiting-logins.ts';

type Attempt = {
  readonly world: World;
  readonly address: string;
  readonly realm: Pick<RealmRow, 'id' | 'subdomain'>;
  readonly userId: number;
};

/** The proofs with which a session or key begins. */
export type Proven = WaitingLogin & { readonly secondStep: SecondProof | undefined };

/** Continues a log-in with a code or passkey. A wrong one leaves its state; the right one uses it up. */
export async function finishLogin<T>(
  world: World,
  address: string,
  realm: Pick<RealmRow, 'id' | 'subdomain'>,
  { state, code, passkey: used }: GivenProof & { readonly state: string },
  begin: (tx: Tx, login: Proven) => Promise<T>,
): Promise<T> {
  const waiting = await findWaiting(world, realm.id, state);
  if (waiting === undefined) throw secondStepExpired();
  const attempt = { world, address, realm, userId: waiting.user.id };
  return logInWithCode(attempt, waiting.factor, () =>
    world.write(realm.id, async (tx) => {
      const login = await takeWaiting(tx, world, state);
      if (login === undefined) throw secondStepExpired();
      const passkey =
        used === undefined ? undefined : { used, binding: { to: 'second step', state } as const };
      const secondStep = await proveSecondStep(tx, world, login.user.id, { code, passkey });
      return begin(tx, { ...login, secondStep });
    }),
  );
}

/** Logs in with a code. A wrong one is in the audit trail and in the log, as a wrong password is. */
export async function logInWithCode<T>(
  attempt: Attempt,
  factor: LoginFactor,
  work: () => Promise<T>,
): Promise<T> {
  const { world, address, realm, userId } = attempt;
  try {
    return await withCodeLimit(attempt, work);
  } catch (error) {
    const code = error instanceof ApiError ? error.code : undefined;
    if (code === 'SECOND_STEP_FAILED' || code === 'RATE_LIMIT_HIT')
      logFailure(world, { address, organization: realm.subdomain, reason: code });
    if (code === 'SECOND_STEP_FAILED') await recordFailure(world, realm.id, { userId, factor, reason: code });
    throw error;
  }
}

/** Does what takes a code, within the limits of codes per user and network. */
export async function withCodeLimit<T>(attempt: Attempt, work: () => Promise<T>): Promise<T> {
  await countCode(attempt);
  const done = await work();
  await clearAttempts(attempt.world.pool, attempt.realm.id, nameOf(attempt.userId));
  return done;
}

/** Does what takes a proof of the user, if it came with one, within the same limits. */
export function withProofLimit<T>(
  attempt: Attempt,
  { code, passkey }: GivenProof,
  work: () => Promise<T>,
): Promise<T> {
  return code === undefined && passkey === undefined ? work() : withCodeLimit(attempt, work);
}

async function countCode({ world, address, realm, userId }: Attempt): Promise<void> {
  if (!world.config.rateLimits) return;
  const network = networkOf(address);
  const verdict = world.limiter.take(`second-step:${network}`, PER_ADDRESS);
  if (!verdict.ok) throw rateLimitHit(verdict.retrySeconds);
  const attempt = { name: nameOf(userId), network };
  const rules = { perNetwork: SECOND_STEP, perName: SECOND_STEP_BY_USER };
  const wait = await countAttempt(world.pool, realm.id, attempt, world.clock.now() / 1000, rules);
  if (wait !== undefined) throw rateLimitHit(wait);
}

/** No user has this name, because it is no e-mail address. */
function nameOf(userId: number): string {
  return `second step of ${userId}`;
}
