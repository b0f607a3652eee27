import { q } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { needMail, postLetter } from '../mail/post-letter.ts';
import type { Actor } from '../people/person.ts';
import { badRequest } from '../problem.ts';
import { hashOf, newApiKey } from '../secrets/seal.ts';
import type { World } from '../world.ts';
import { accessInvitation } from './access.ts';
import { countInvited } from './daily-limit.ts';
import { invitationLetter } from './letter.ts';
import { tellInvites } from './tell.ts';

/** Sends an invitation again, with another link: only a hash of the first one is known. */
export const resendInvitation = async (tx: Tx, world: World, actor: Actor, id: number): Promise<void> => {
  const row = await accessInvitation(tx, actor, 'email', id, world.clock.now());
  needMail(world);
  if (!(await countInvited(tx, world, 1))) throw badRequest('No more people can be invited today.');
  const token = newApiKey();
  await tx.all(
    q
      .updateTable('invitation')
      .set({ token_hash: hashOf(token) })
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', id),
  );
  const letter = { email: row.email ?? '', token, expires_at: row.expires_at };
  await postLetter(tx, world, 'invitation', invitationLetter(world, actor, letter));
  tellInvites(tx, [row.inviter_id]);
};
