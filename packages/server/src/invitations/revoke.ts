import { q } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import type { Actor } from '../people/person.ts';
import { accessInvitation } from './access.ts';
import { tellInvites } from './tell.ts';

/** Takes an invitation back. */
export const revokeInvitation = async (
  tx: Tx,
  actor: Actor,
  kind: 'email' | 'link',
  id: number,
  now: number,
): Promise<void> => {
  const row = await accessInvitation(tx, actor, kind, id, now);
  await tx.all(q.deleteFrom('invitation').where('realm_id', '=', tx.realmId).where('id', '=', id));
  tellInvites(tx, [row.inviter_id]);
};

/** Takes back whatever somebody gave who is gone. */
export const revokeInvitationsOf = async (tx: Tx, personId: number): Promise<void> => {
  const gone = await tx.all(
    q
      .deleteFrom('invitation')
      .where('realm_id', '=', tx.realmId)
      .where('inviter_id', '=', personId)
      .returning('id'),
  );
  if (gone.length > 0) tellInvites(tx, []);
};
