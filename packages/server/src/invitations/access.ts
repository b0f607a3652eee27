import type { Tx } from '../db/tx.ts';
import { isAdministrator, isOwner, type Actor } from '../people/person.ts';
import { badRequest, Problem } from '../problem.ts';
import type { InvitationRow } from './present.ts';
import { validInvitations } from './queries.ts';

/** An invitation that the actor gave, or may see to. Those that make owners are for owners. */
export const accessInvitation = async (
  tx: Tx,
  { person }: Actor,
  kind: 'email' | 'link',
  id: number,
  now: number,
): Promise<InvitationRow> => {
  const row = await tx.first(
    validInvitations(tx.realmId, now)
      .where('id', '=', id)
      .where('email', kind === 'email' ? 'is not' : 'is', null)
      .forUpdate(),
  );
  if (row === undefined || (row.inviter_id !== person.id && !isAdministrator(person)))
    throw badRequest('There is no such invitation.');
  if (row.role === 100 && !isOwner(person))
    throw new Problem('UNAUTHORIZED_PRINCIPAL', 'Only owners see to invitations of owners.');
  return row;
};
