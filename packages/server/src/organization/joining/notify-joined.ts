import { announceSignUp } from '../../chat/notices/announce-sign-up.ts';
import { notifyUsers } from '../../chat/notices/notify-users.ts';
import { userLink } from '../../chat/notices/links.ts';
import { welcome } from '../../chat/notices/welcome.ts';
import type { Actor } from '../../http/actor.ts';
import type { World } from '../../http/world.ts';
import type { InvitationRow } from '../invitations/rows.ts';

/** Announces and welcomes the new user, notifies the inviter if requested, and sends the invitation's welcome text. */
export async function notifyJoined(
  world: World,
  cause: Actor,
  invitation: InvitationRow | undefined,
): Promise<void> {
  const { user } = cause;
  await announceSignUp(world, cause);
  await welcome(world, cause);
  if (invitation === undefined) return;
  const { notifies_inviter, inviter_id, welcome_text } = invitation;
  await notifyUsers(world, [
    ...(notifies_inviter
      ? [{ userId: inviter_id, content: `${userLink(user)} accepted your invitation.`, cause }]
      : []),
    ...(welcome_text === null || welcome_text.trim() === ''
      ? []
      : [{ userId: user.id, content: welcome_text, cause }]),
  ]);
}
