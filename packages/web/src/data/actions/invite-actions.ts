import {
  getInvites,
  resendEmailInvite,
  revokeEmailInvite,
  revokeInviteLink,
} from '@parley/contract/endpoints/invites.ts';
import type { Invite } from '@parley/contract/objects/invite.ts';
import type { Role } from '@parley/contract/primitives.ts';
import type { Chat } from '../chat.ts';
import { readDoor } from '../session/door.ts';

export type { Invite } from '@parley/contract/objects/invite.ts';

/** How the invited join. */
export type InviteTerms = {
  readonly role: Role;
  /** Null for ever. */
  readonly minutes: number | null;
  readonly channelIds: readonly number[];
};

function argumentsOf({ role, minutes, channelIds }: InviteTerms) {
  return {
    invite_as: role,
    invite_expires_in_minutes: minutes,
    stream_ids: [...channelIds],
    include_realm_default_subscriptions: false,
  };
}

/** Each rejects with the refusal of the server. */
export async function createInviteLink({ client }: Chat, terms: InviteTerms): Promise<string> {
  return (await client.createInviteLink(argumentsOf(terms))).invite_link;
}

export async function sendInvites(
  { client }: Chat,
  terms: InviteTerms,
  addresses: readonly string[],
): Promise<void> {
  await client.sendInvites({ ...argumentsOf(terms), invitee_emails: addresses.join(', ') });
}

/** Invitations that can still be used, newest first. */
export async function readInvites({ client }: Chat): Promise<readonly Invite[]> {
  const { invites } = await client.call(getInvites);
  return invites.toReversed();
}

export async function revokeInvite({ client }: Chat, invite: Invite): Promise<void> {
  if (invite.is_multiuse) await client.call(revokeInviteLink, { invite_id: invite.id });
  else await client.call(revokeEmailInvite, { invite_id: invite.id });
}

export async function resendInvite({ client }: Chat, { id }: Invite): Promise<void> {
  await client.call(resendEmailInvite, { invite_id: id });
}

/** Whether the server sends e-mails. */
export async function sendsMail(): Promise<boolean> {
  return (await readDoor()).sends_mail;
}
