import { unauthorized } from '../../http/credentials.ts';
import type { Actor } from '../../http/actor.ts';
import type { ApiError } from '../../engine/api-error.ts';
import { findRealm } from '../../engine/db/realm.ts';
import { hasWebPublicAccess } from '../../organization/realm/web-public.ts';
import type { World } from '../../http/world.ts';
import { spectatorIn } from './spectator.ts';

/** The spectator of an organization; undefined if web-public access is off. Checked for every request. */
export async function findSpectator(
  { config, pool }: Pick<World, 'config' | 'pool'>,
  subdomain: string,
): Promise<Actor | undefined> {
  if (!config.webPublic) return undefined;
  const realm = await findRealm(pool, subdomain);
  if (realm === undefined || !(await hasWebPublicAccess(pool, config, realm))) return undefined;
  return spectatorIn(realm);
}

/** The same error for every cause, so that it discloses nothing. */
export function needsAccount(): ApiError {
  return unauthorized('This request needs an account. Log in first.');
}
