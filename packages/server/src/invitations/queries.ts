import { q, type Reader } from '../db/sql.ts';
import { hashOf } from '../secrets/seal.ts';
import type { InvitationRow } from './present.ts';

/** Invitations that can be used. */
export const validInvitations = (realmId: number, now: number) =>
  q
    .selectFrom('invitation')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', new Date(now))]));

export const findInvitation = (
  reader: Reader,
  realmId: number,
  token: string,
  now: number,
): Promise<InvitationRow | undefined> =>
  reader.first(validInvitations(realmId, now).where('token_hash', '=', hashOf(token)));
