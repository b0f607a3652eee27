import { fetchApiKey as contract } from '@parley/contract/endpoints/server.ts';
import { tooMany } from '../../http/lifecycle.ts';
import { PER_ADDRESS } from '../../http/rate-limits.ts';
import { publicRoute, type Visit } from '../../http/route.ts';
import { isEmailAddress } from '../../people/address.ts';
import { recordLogin } from '../../people/first-login.ts';
import { badRequest, Problem } from '../../problem.ts';
import { findRealm, type RealmRow } from '../../realm/realm.ts';
import { countAttempt, forgetAttempts } from '../attempts.ts';
import { logIn } from '../log-in.ts';
import { networkOf } from '../network.ts';

export const fetchApiKeyRoute = publicRoute(contract, async (visit, { username, password }) => {
  const { world, subdomain } = visit;
  const realm = await findRealm(world.pool, subdomain);
  if (realm === undefined)
    throw new Problem('NONEXISTENT_SUBDOMAIN', 'No organization lives at this address.');
  const name = username.trim();
  if (!isEmailAddress(name)) throw badRequest('The user name must be an e-mail address.');
  await limit(visit, realm, name);
  const person = await logIn(world.pool, realm, name, password);
  await forgetAttempts(world.pool, realm.id, name);
  await recordLogin(world, person);
  return {
    api_key: world.sealer.open(person.key_sealed),
    email: person.delivery_email,
    user_id: person.id,
  };
});

/** One name can be tried a few times, and one caller cannot try many names. */
const limit = async ({ world, address }: Visit, realm: RealmRow, name: string): Promise<void> => {
  if (!world.config.rateLimits) return;
  const wait = await countAttempt(world.pool, realm.id, name, world.clock.now() / 1000);
  if (wait !== undefined) throw tooMany(wait);
  const verdict = world.limiter.take(`login:${networkOf(address)}`, PER_ADDRESS);
  if (!verdict.ok) throw tooMany(verdict.retrySeconds);
};
