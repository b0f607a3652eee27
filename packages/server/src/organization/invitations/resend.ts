import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { badRequest } from '../../engine/api-error.ts';
import { hashOf, newApiKey } from '../../engine/secrets/seal.ts';
import type { Actor } from '../../http/actor.ts';
import { rateLimitHit } from '../../http/request-count.ts';
import { requireMailer, queueEmail } from '../../http/mail/queue-email.ts';
import type { World } from '../../http/world.ts';
import { accessInvitation } from './access.ts';
import { countInvited } from './daily-limit.ts';
import { invitationEmail } from './email.ts';
import { limitInvitationsTo } from './recipient-limit.ts';
import { publishInvites } from './store.ts';

/** Resends an invitation with a new link, because only the hash of the first token is stored. */
export async function resendInvitation(tx: Tx, world: World, actor: Actor, id: number): Promise<void> {
  const row = await accessInvitation(tx, actor, 'email', id, world.clock.now());
  requireMailer(world);
  const waitSeconds = limitInvitationsTo(world, row.email ?? '');
  if (waitSeconds !== undefined) throw rateLimitHit(waitSeconds);
  if (!(await countInvited(tx, world, 1)))
    throw badRequest('The daily limit of invitations is reached. Try again tomorrow.');
  const token = newApiKey();
  await tx.all(
    q
      .updateTable('invitation')
      .set({ token_hash: hashOf(token) })
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', id),
  );
  tx.record({
    action: 'invitation.resent',
    object: { type: 'invitation', id },
    personal: { after: { email: row.email } },
  });
  const email = { email: row.email ?? '', token, expires_at: row.expires_at };
  await queueEmail(tx, world, 'invitation', invitationEmail(world, actor, email));
  publishInvites(tx, [row.inviter_id]);
}
