import { requestRemoval, type RemovedConversations } from '../../chat/messages/editing/remove-messages-of.ts';
import type { deactivationActions } from '@parley/contract/endpoints/users.ts';
import type * as z from 'zod';
import type { Tx } from '../../engine/db/tx.ts';
import { hasRealmPermission } from '../groups/permissions.ts';
import { badRequest, ApiError } from '../../engine/api-error.ts';
import { requireRecentLogin, type LoggedInCall } from '../credentials/recent-login.ts';
import { clearProfile } from '../profile-fields/set-values.ts';
import { accessUser, noSuchUser } from './access.ts';
import { deactivate } from './deactivate.ts';
import { lockWithActor } from './lock-with-actor.ts';
import { isLastAccount, isLastOwner, lockAccounts } from './last-owner.ts';
import { isAdministrator, isOwner } from '@parley/contract/rights/roles.ts';
import { isBot, type Actor } from '../../http/actor.ts';

export type DeactivationActions = z.infer<typeof deactivationActions>;

/** Deactivates a user on behalf of an administrator. */
export async function deactivateUser(
  tx: Tx,
  call: Actor & LoggedInCall,
  id: number,
  actions: DeactivationActions,
): Promise<void> {
  await accessUser(tx, call, id);
  await lockAccounts(tx);
  const { me, user } = await lockWithActor(tx, call, id);
  if (isBot(user)) throw noSuchUser();
  if (!user.is_active) throw badRequest(`User ${id} is already deactivated.`);
  if (!isAdministrator(me)) throw badRequest('Only an organization administrator may deactivate users.');
  if (isOwner(user) && !isOwner(me))
    throw new ApiError('UNAUTHORIZED_PRINCIPAL', 'Only an organization owner may deactivate an owner.');
  if (await isLastOwner(tx, user)) throw badRequest('The only organization owner cannot be deactivated.');
  const conversations = removedConversations(actions);
  if (
    conversations.length > 0 &&
    !(await hasRealmPermission(tx, call.realm, me, 'can_delete_any_message_group'))
  )
    throw badRequest('You do not have permission to delete messages of other users.');
  // Scripts of administrators deactivate members with the key of a bot, which cannot log in.
  if (!isBot(me) || isAdministrator(user)) requireRecentLogin(call);
  if (actions.delete_profile === true) await clearProfile(tx, call.realm, user);
  await deactivate(tx, call.realm, user);
  await requestRemoval(tx, user.id, conversations);
}

function removedConversations(actions: DeactivationActions): RemovedConversations[] {
  const chosen: Record<RemovedConversations, boolean | undefined> = {
    public: actions.delete_public_channel_messages,
    private: actions.delete_private_channel_messages,
    direct: actions.delete_direct_messages,
  };
  return (['public', 'private', 'direct'] as const).filter((kind) => chosen[kind] === true);
}

/** Deactivates the actor, unless the actor is the last owner or the last user. */
export async function deactivateSelf(tx: Tx, actor: Actor): Promise<void> {
  await lockAccounts(tx);
  const { me } = await lockWithActor(tx, actor, actor.user.id);
  const lastOwner = await isLastOwner(tx, me);
  if (lastOwner || (await isLastAccount(tx, me)))
    throw new ApiError(
      'CANNOT_DEACTIVATE_LAST_USER',
      'The only owner or the only user of an organization cannot be deactivated.',
      {
        extra: { is_last_owner: lastOwner, entity: lastOwner ? 'organization owner' : 'user' },
      },
    );
  await deactivate(tx, actor.realm, me);
}
