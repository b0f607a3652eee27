import type { ParametersOf } from '@parley/contract/endpoint.ts';
import type { createInviteLink as contract } from '@parley/contract/endpoints/invites.ts';
import { limits } from '@parley/contract/limits.ts';
import { badRequest } from '../../engine/api-error.ts';
import { sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { Actor } from '../../http/actor.ts';
import { requireRecentLoginForRole, type LoggedInCall } from '../credentials/recent-login.ts';
import { lockGroups } from '../groups/lock-groups.ts';
import { checkInvitation, checkLinkLife, expiryOf, promiseOf } from './check-invitation.ts';
import { linkOf, validInvitations } from './rows.ts';
import { storeInvitation } from './store.ts';

/** Creates a reusable invitation link. */
export async function createLink(
  tx: Tx,
  call: Actor & LoggedInCall,
  given: ParametersOf<typeof contract>,
): Promise<string> {
  const { world } = call;
  const actor = await lockGroups(tx, call);
  await checkInvitation(tx, actor, 'link', given);
  requireRecentLoginForRole(call, given.invite_as);
  checkLinkLife(given);
  const now = world.clock.now();
  await checkRoom(tx, actor, now);
  const token = await storeInvitation(tx, world, {
    ...promiseOf(actor, given, now),
    email: null,
    notifiesInviter: false,
    expiresAt: expiryOf(given, now),
  });
  return linkOf(world, actor.realm, token);
}

async function checkRoom(tx: Tx, { user }: Actor, now: number): Promise<void> {
  const row = await tx.first(
    validInvitations(tx.realmId, now)
      .clearSelect()
      .select(sql<number>`count(*)`.as('count'))
      .where('inviter_id', '=', user.id)
      .where('email', 'is', null),
  );
  if ((row?.count ?? 0) >= limits.invitationLinksPerUser)
    throw badRequest(
      `You can have at most ${limits.invitationLinksPerUser} invitation links. Revoke some first.`,
    );
}
