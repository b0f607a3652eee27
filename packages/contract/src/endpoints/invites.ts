import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { invite } from '../objects/invite.ts';
import { json, optional, path, text, withDefault } from '../parameter.ts';
import { boolean, integer, listUpTo, role, string, textUpTo } from '../primitives.ts';

const inviteId = { invite_id: path(integer, 'The invitation.') };
const expires = optional(
  json(
    integer.nullable(),
    'For how many minutes it can be used; null for ever. Ten days unless it is given.',
  ),
);
const inviteAs = withDefault(
  json(
    role,
    'The role of who joins. Owners are invited by owners, administrators and moderators by administrators.',
  ),
  400,
);
const channels = json(
  listUpTo(integer, limits.channelsInRequest),
  'Channels that who joins is subscribed to. The caller must be able to subscribe others to them.',
);
const groups = json(
  listUpTo(integer, limits.groupsInRequest),
  'Groups that who joins is put into. The caller must be able to do that.',
);
const withDefaults = withDefault(
  json(boolean, 'Whether who joins is subscribed to the default channels too, as they are then.'),
  false,
);
const welcome = optional(
  text(textUpTo(limits.welcomeLength), 'A text that new users receive first. Administrators only.', {
    since: 415,
  }),
);

export const getInvites = endpoint({
  id: 'get-invites',
  method: 'GET',
  path: '/invites',
  tag: 'invites',
  summary: 'List invitations',
  doc: "Invitations that can be used: the caller's own, or all of them for administrators, except links that make owners, which only owners see.",
  result: { invites: z.array(invite) },
});

export const sendInvites = endpoint({
  id: 'send-invites',
  method: 'POST',
  path: '/invites',
  tag: 'invites',
  summary: 'Invite users by e-mail',
  synonyms: ['invite by e-mail'],
  doc: 'Sends each address a link that works once. Nobody is invited if an address cannot be; addresses of accounts are left out, and the answer is an error that says which. Invitations of administrators and owners need a log-in of the last hour.',
  parameters: {
    invitee_emails: text(
      string,
      `At most ${limits.invitedAddresses} addresses, separated by commas or line breaks, with or without names.`,
    ),
    invite_expires_in_minutes: expires,
    invite_as: inviteAs,
    stream_ids: channels,
    group_ids: optional(groups),
    include_realm_default_subscriptions: withDefaults,
    notify_referrer_on_join: withDefault(
      json(boolean, 'Whether the caller is told when a user joins.'),
      true,
    ),
    welcome_message_custom_text: welcome,
  },
  errors: ['INVITATION_FAILED', 'UNAUTHORIZED_PRINCIPAL', 'RECENT_LOGIN_REQUIRED'],
});

export const createInviteLink = endpoint({
  id: 'create-invite-link',
  method: 'POST',
  path: '/invites/multiuse',
  tag: 'invites',
  summary: 'Create a link that invites',
  doc: 'Everybody who has the link can join, as often as it is used, until it expires or is revoked. A link that makes administrators or owners needs a log-in of the last hour.',
  parameters: {
    invite_expires_in_minutes: expires,
    invite_as: inviteAs,
    stream_ids: withDefault(channels, []),
    group_ids: withDefault(groups, []),
    include_realm_default_subscriptions: withDefaults,
    welcome_message_custom_text: welcome,
  },
  result: { invite_link: string },
  errors: ['UNAUTHORIZED_PRINCIPAL', 'RECENT_LOGIN_REQUIRED'],
});

export const revokeEmailInvite = endpoint({
  id: 'revoke-email-invite',
  method: 'DELETE',
  path: '/invites/{invite_id}',
  tag: 'invites',
  summary: 'Revoke an invitation by e-mail',
  doc: 'For who invited, and administrators; invitations of owners are for owners.',
  parameters: inviteId,
  errors: ['UNAUTHORIZED_PRINCIPAL'],
});

export const revokeInviteLink = endpoint({
  id: 'revoke-invite-link',
  method: 'DELETE',
  path: '/invites/multiuse/{invite_id}',
  tag: 'invites',
  summary: 'Revoke a link that invites',
  doc: 'For who created it, and administrators; links that make owners are for owners.',
  parameters: inviteId,
  errors: ['UNAUTHORIZED_PRINCIPAL'],
});

export const resendEmailInvite = endpoint({
  id: 'resend-email-invite',
  method: 'POST',
  path: '/invites/{invite_id}/resend',
  tag: 'invites',
  summary: 'Send an invitation again',
  doc: 'With a new link; the one that was sent before no longer works.',
  parameters: inviteId,
  errors: ['UNAUTHORIZED_PRINCIPAL'],
});
