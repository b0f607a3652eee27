import type { Tx } from '../../engine/db/tx.ts';
import { badRequest, ApiError } from '../../engine/api-error.ts';
import { isAdministrator, isOwner, roles } from '@parley/contract/rights/roles.ts';
import type { Actor } from '../../http/actor.ts';
import { type InvitationRow, validInvitations } from './rows.ts';

/** Returns an invitation that the actor sent or may manage. Only owners manage invitations of owners. */
export async function accessInvitation(
  tx: Tx,
  { user }: Actor,
  kind: 'email' | 'link',
  id: number,
  now: number,
): Promise<InvitationRow> {
  const row = await tx.first(
    validInvitations(tx.realmId, now)
      .where('id', '=', id)
      .where('email', kind === 'email' ? 'is not' : 'is', null)
      .forUpdate(),
  );
  if (row === undefined || (row.inviter_id !== user.id && !isAdministrator(user)))
    throw badRequest('There is no such invitation.');
  if (row.role === roles.owner && !isOwner(user))
    throw new ApiError('UNAUTHORIZED_PRINCIPAL', 'Only owners can manage invitations of owners.');
  return row;
}
