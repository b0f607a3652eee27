import { findRealm, type RealmRow } from '../../engine/db/realm.ts';
import { badRequest, ApiError } from '../../engine/api-error.ts';
import type { UserRow } from '../../http/actor.ts';
import { rateLimitHit } from '../../http/request-count.ts';
import { PER_ADDRESS } from '../../http/rate-limits.ts';
import type { Visit } from '../../http/route.ts';
import { countAttempt, clearAttempts } from './attempts.ts';
import { findByLogin, logIn } from './log-in.ts';
import { logFailure, recordFailure } from './record-failure.ts';
import { networkOf } from '../../http/network.ts';
import { isEmailAddress } from '../users/address.ts';
import { recordLogin } from '../users/first-login.ts';

type Attempt = Pick<Visit, 'world' | 'subdomain' | 'address'>;

/** Logs in by e-mail address and password, within the limits of attempts. */
export async function logInWithLimit(attempt: Attempt, username: string, password: string): Promise<UserRow> {
  const { world, subdomain } = attempt;
  const realm = await findRealm(world.pool, subdomain);
  if (realm === undefined)
    throw new ApiError('NONEXISTENT_SUBDOMAIN', 'There is no organization at this address.');
  const name = username.trim();
  if (!isEmailAddress(name)) throw badRequest('The user name must be an e-mail address.');
  const user = await limit(attempt, realm, name)
    .then(() => logIn(world.pool, realm, name, password))
    .catch(async (error: unknown) => {
      if (error instanceof ApiError) await noteFailure(attempt, realm, name, error);
      throw error;
    });
  await clearAttempts(world.pool, realm.id, name);
  await recordLogin(world, user);
  return user;
}

/** Attempts over the limit are not in the audit trail, which attackers could fill. */
async function noteFailure(
  { world, address }: Attempt,
  { id, subdomain }: RealmRow,
  name: string,
  { code }: ApiError,
): Promise<void> {
  logFailure(world, { address, organization: subdomain, reason: code });
  if (code === 'RATE_LIMIT_HIT') return;
  const user = await findByLogin(world.pool, id, name);
  await recordFailure(world, id, { userId: user?.id, factor: 'password', reason: code });
}

/**
 * Limits attempts per network first, so that a network with too many attempts does not use up those of a name, then per
 * name and network, so that strangers cannot lock a user out.
 */
async function limit({ world, address }: Attempt, realm: RealmRow, name: string): Promise<void> {
  if (!world.config.rateLimits) return;
  const network = networkOf(address);
  const verdict = world.limiter.take(`login:${network}`, PER_ADDRESS);
  if (!verdict.ok) throw rateLimitHit(verdict.retrySeconds);
  const wait = await countAttempt(world.pool, realm.id, { name, network }, world.clock.now() / 1000);
  if (wait !== undefined) throw rateLimitHit(wait);
}
