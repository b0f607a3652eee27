import type { InvitationRow } from '../invitations/present.ts';
import { announceSignUp } from '../notices/announce-sign-up.ts';
import { tellPeople } from '../notices/tell-people.ts';
import { personLink } from '../notices/words.ts';
import type { Actor } from '../people/person.ts';
import type { World } from '../world.ts';

/** Says that somebody is here: to who wants to know it, and to the person whatever the invitation says. */
export const tellJoined = async (
  world: World,
  cause: Actor,
  invitation: InvitationRow | undefined,
): Promise<void> => {
  const { person } = cause;
  await announceSignUp(world, cause);
  if (invitation === undefined) return;
  const { tells_inviter, inviter_id, welcome_text } = invitation;
  await tellPeople(world, [
    ...(tells_inviter
      ? [{ personId: inviter_id, content: `${personLink(person)} accepted your invitation.`, cause }]
      : []),
    ...(welcome_text === null || welcome_text.trim() === ''
      ? []
      : [{ personId: person.id, content: welcome_text, cause }]),
  ]);
};
