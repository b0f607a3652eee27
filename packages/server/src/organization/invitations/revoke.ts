import { roles } from '@parley/contract/rights/roles.ts';
import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { Actor } from '../../http/actor.ts';
import { accessInvitation } from './access.ts';
import { refuseGrant } from '@parley/contract/rights/granting-rights.ts';
import { publishInvites } from './store.ts';

export async function revokeInvitation(
  tx: Tx,
  actor: Actor,
  kind: 'email' | 'link',
  id: number,
  now: number,
): Promise<void> {
  const row = await accessInvitation(tx, actor, kind, id, now);
  await tx.all(q.deleteFrom('invitation').where('realm_id', '=', tx.realmId).where('id', '=', id));
  tx.record({
    action: 'invitation.revoked',
    object: { type: 'invitation', id },
    before: { kind, role: row.role, inviter_id: row.inviter_id },
    ...(row.email === null ? {} : { personal: { before: { email: row.email } } }),
  });
  publishInvites(tx, [row.inviter_id]);
}

/** Revokes the invitations of a user that grant more than the user's new role allows. */
export async function revokeInvitationsAbove(tx: Tx, userId: number, role: number): Promise<void> {
  const granted = Object.values(roles).filter((given) => refuseGrant({ role }, given) !== undefined);
  if (granted.length === 0) return;
  const revoked = await tx.all(
    q
      .deleteFrom('invitation')
      .where('realm_id', '=', tx.realmId)
      .where('inviter_id', '=', userId)
      .where('role', 'in', granted)
      .returning('id'),
  );
  if (revoked.length > 0) publishInvites(tx, [userId]);
}

/** Revokes all invitations of a deactivated user. */
export async function revokeInvitationsOf(tx: Tx, userId: number): Promise<void> {
  const revoked = await tx.all(
    q
      .deleteFrom('invitation')
      .where('realm_id', '=', tx.realmId)
      .where('inviter_id', '=', userId)
      .returning('id'),
  );
  if (revoked.length > 0) publishInvites(tx, []);
}
