import { unauthorized } from '../http/credentials.ts';
import type { Actor } from '../people/person.ts';
import type { Problem } from '../problem.ts';
import { findRealm } from '../realm/realm.ts';
import { hasWebPublicAccess } from '../realm/web-public.ts';
import type { World } from '../world.ts';
import { spectatorIn } from './spectator.ts';

/** The visitor of an organization that lets visitors read; undefined where none may. Asked for every request. */
export async function findSpectator(
  { config, pool }: Pick<World, 'config' | 'pool'>,
  subdomain: string,
): Promise<Actor | undefined> {
  if (!config.webPublic) return undefined;
  const realm = await findRealm(pool, subdomain);
  if (realm === undefined || !(await hasWebPublicAccess(pool, config, realm))) return undefined;
  return spectatorIn(realm);
}

/** The same answer whatever is missing: nothing can be learned from it. */
export function needsAccount(): Problem {
  return unauthorized('Log in to do this: it needs an account.');
}
