import type { Role } from '@parley/contract/primitives.ts';
import { q } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { hashOf, newApiKey } from '../secrets/seal.ts';
import type { World } from '../world.ts';
import { tellInvites } from './tell.ts';

export type NewInvitation = {
  readonly inviterId: number;
  /** Null for a link that many may use. */
  readonly email: string | null;
  readonly role: Role;
  readonly channelIds: readonly number[];
  readonly groupIds: readonly number[];
  readonly joinsDefaults: boolean;
  readonly tellsInviter: boolean;
  readonly welcomeText: string | null;
  readonly invitedAt: Date;
  readonly expiresAt: Date | null;
};

/** Keeps an invitation, tells of it, and answers its token. */
export const storeInvitation = async (
  tx: Tx,
  { sealer }: Pick<World, 'sealer'>,
  invitation: NewInvitation,
): Promise<string> => {
  const token = newApiKey();
  await tx.all(
    q.insertInto('invitation').values({
      realm_id: tx.realmId,
      inviter_id: invitation.inviterId,
      email: invitation.email,
      token_hash: hashOf(token),
      token_sealed: invitation.email === null ? sealer.seal(token) : null,
      role: invitation.role,
      channel_ids: [...new Set(invitation.channelIds)],
      group_ids: [...new Set(invitation.groupIds)],
      joins_defaults: invitation.joinsDefaults,
      tells_inviter: invitation.tellsInviter,
      welcome_text: invitation.welcomeText,
      invited_at: invitation.invitedAt,
      expires_at: invitation.expiresAt,
    }),
  );
  tellInvites(tx, [invitation.inviterId]);
  return token;
};
