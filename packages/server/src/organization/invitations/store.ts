import type { Role } from '@parley/contract/primitives.ts';
import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { placeOf } from '../../engine/secrets/places.ts';
import { hashOf, newApiKey } from '../../engine/secrets/seal.ts';
import type { World } from '../../http/world.ts';

export type NewInvitation = {
  readonly inviterId: number;
  /** Null for a reusable link. */
  readonly email: string | null;
  readonly role: Role;
  readonly channelIds: readonly number[];
  readonly groupIds: readonly number[];
  readonly joinsDefaults: boolean;
  readonly notifiesInviter: boolean;
  readonly welcomeText: string | null;
  readonly invitedAt: Date;
  readonly expiresAt: Date | null;
};

/** Stores an invitation, emits the change, and returns its token. */
export async function storeInvitation(
  tx: Tx,
  { sealer }: Pick<World, 'sealer'>,
  invitation: NewInvitation,
): Promise<string> {
  const token = newApiKey();
  const row = { realm_id: tx.realmId, token_hash: hashOf(token) };
  const stored = await tx.first(
    q
      .insertInto('invitation')
      .values({
        ...row,
        inviter_id: invitation.inviterId,
        email: invitation.email,
        token_sealed: invitation.email === null ? sealer.seal(placeOf('invitation', row), token) : null,
        role: invitation.role,
        channel_ids: [...new Set(invitation.channelIds)],
        group_ids: [...new Set(invitation.groupIds)],
        joins_defaults: invitation.joinsDefaults,
        notifies_inviter: invitation.notifiesInviter,
        welcome_text: invitation.welcomeText,
        invited_at: invitation.invitedAt,
        expires_at: invitation.expiresAt,
      })
      .returning('id'),
  );
  recordInvitation(tx, stored?.id ?? 0, invitation);
  publishInvites(tx, [invitation.inviterId]);
  return token;
}

function recordInvitation(tx: Tx, id: number, invitation: NewInvitation): void {
  const { email, role, channelIds, groupIds, expiresAt } = invitation;
  tx.record({
    action: 'invitation.sent',
    object: { type: 'invitation', id },
    after: {
      kind: email === null ? 'link' : 'email',
      role,
      channel_ids: channelIds,
      group_ids: groupIds,
      expires_at: expiresAt,
    },
    ...(email === null ? {} : { personal: { after: { email } } }),
  });
}

/** Notifies administrators and the inviters that the list of invitations changed. */
export function publishInvites(tx: Tx, inviters: readonly number[]): void {
  tx.emit({ kind: 'roles', roles: [100, 200], also: [...new Set(inviters)] }, { type: 'invites_changed' });
}
