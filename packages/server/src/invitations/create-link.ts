import type { ParametersOf } from '@parley/contract/endpoint.ts';
import type { createInviteLink as contract } from '@parley/contract/endpoints/invites.ts';
import type { Tx } from '../db/tx.ts';
import { holdGroups } from '../groups/hold-groups.ts';
import type { Actor } from '../people/person.ts';
import type { World } from '../world.ts';
import { checkWish, expiryOf, promiseOf } from './check-wish.ts';
import { linkOf } from './present.ts';
import { storeInvitation } from './store.ts';

/** Makes a link by which anybody can join. */
export const createLink = async (
  tx: Tx,
  world: World,
  caller: Actor,
  given: ParametersOf<typeof contract>,
): Promise<string> => {
  const actor = await holdGroups(tx, caller);
  await checkWish(tx, actor, 'create_multiuse_invite_group', given);
  const now = world.clock.now();
  const token = await storeInvitation(tx, world, {
    ...promiseOf(actor, given, now),
    email: null,
    tellsInviter: false,
    expiresAt: expiryOf(given, now),
  });
  return linkOf(world, actor.realm, token);
};
