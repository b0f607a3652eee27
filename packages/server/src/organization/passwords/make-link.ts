import { refusePasswordLink } from '@parley/contract/rights/granting-rights.ts';
import { ApiError, badRequest } from '../../engine/api-error.ts';
import { isBot, type Actor } from '../../http/actor.ts';
import type { World } from '../../http/world.ts';
import { isLoginMethodEnabled } from '../realm/settings.ts';
import { accessUser } from '../users/access.ts';
import { createResetLink } from './ask-for-reset.ts';

/** Makes a link with which a user chooses a new password, for an administrator who hands it over. */
export async function makePasswordLink(world: World, actor: Actor, userId: number): Promise<string> {
  const { realm, user } = actor;
  if (!isLoginMethodEnabled('Email', realm)) throw badRequest('This organization does not accept passwords.');
  const target = await accessUser(world.pool, actor, userId);
  const refusal = refusePasswordLink(user, target);
  if (refusal !== undefined) throw new ApiError('UNAUTHORIZED_PRINCIPAL', refusal.reason);
  if (isBot(target) || !target.is_active) throw badRequest('Only active people log in with a password.');
  return world.write(realm.id, (tx) => createResetLink(tx, world, realm, target));
}
