import * as z from 'zod';
import { endpoint, type Endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { json, optional, path, text, withDefault } from '../parameter.ts';
import { boolean, integer, string } from '../primitives.ts';
import { sampleUser } from './sessions.ts';

const helper = z
  .strictObject({ full_name: string, role: integer, avatar_url: string })
  .meta({ id: 'Helper', description: 'An administrator whom visitors can ask for help.' });

const invitedTo = z
  .strictObject({
    email: string.nullable().describe('The only address that can join; null for everybody who has the link.'),
    inviter: string.nullable().describe('Name of the user who invited; null for a confirmed address.'),
    text: string.nullable().describe('Welcome text of the invitation.'),
    channels: z.array(string).describe('Names of public channels that who joins is subscribed to.'),
    needs_mail: boolean.describe('Whether the address is confirmed by an e-mail first.'),
  })
  .meta({ id: 'OpenInvitation', description: 'An invitation before it is used.' });

export const door = z
  .strictObject({
    version: string,
    organization: z
      .strictObject({ name: string, url: string, icon_url: string.nullable() })
      .nullable()
      .describe('Null on a server without an organization, which asks for the code of its set-up.'),
    user_id: integer.nullable().describe('The user of the session of this browser.'),
    takes_passwords: boolean,
    sign_on: z.array(z.strictObject({ name: string, label: string, url: string })),
    sends_mail: boolean.describe('Whether a mail server is configured.'),
    is_open: boolean.describe('Whether everybody can join without an invitation.'),
    has_public_channels: boolean.describe('Whether visitors without an account can read channels.'),
    sample_users: z.array(sampleUser).describe('Users of a demo as whom every visitor may log in.'),
    helpers: z
      .array(helper)
      .describe('Administrators who can make a link for a new password; only on servers that send no mail.'),
    invitation: invitedTo.optional().describe('Of the link that the page was opened with.'),
    reset_email: string.optional().describe('The account whose password the link of the page can change.'),
    problem: string.optional().describe('Why the link of the page does not work.'),
  })
  .meta({ id: 'Door', description: 'Abilities of the server for a visitor.' });

export type Door = z.infer<typeof door>;

/** Additions of ours, below `/json` only, for browsers without a session. Their answers have the usual envelope. */
export const getDoor = endpoint({
  id: 'get-door',
  method: 'GET',
  path: '/door',
  tag: 'arriving',
  auth: 'none',
  summary: 'Get the door',
  doc: 'Everything that the page for visitors needs to know, with the user of the session if there is one.',
  result: { door },
  errors: ['FOREIGN_PAGE'],
});

const code = text(string, 'The code that `parley serve` and `parley setup` print, in any letter case.');
const password = text(string, 'A password that is not easy to guess.');

export const checkSetupCode = endpoint({
  id: 'check-setup-code',
  method: 'POST',
  path: '/setup/code',
  tag: 'arriving',
  auth: 'none',
  summary: 'Check the code of the set-up',
  doc: 'Only on a server without an organization. A code can be tried a few times, and expires after half an hour.',
  parameters: { code },
  errors: ['FOREIGN_PAGE', 'AUTHENTICATION_FAILED', 'RATE_LIMIT_HIT'],
  missingIs404: true,
});

export const beginOrganization = endpoint({
  id: 'begin-organization',
  method: 'POST',
  path: '/setup',
  tag: 'arriving',
  auth: 'none',
  summary: 'Begin the first organization',
  doc: 'Creates the first organization of a server with its owner and channels, all or nothing and once, and begins a session of the owner.',
  parameters: {
    code,
    name: text(string, 'Name of the organization.'),
    full_name: text(string, 'Name of the owner.'),
    email: text(string, 'Address with which the owner logs in.'),
    password,
    channels: json(
      z.array(string).min(1).max(limits.firstChannels),
      'Names of the first channels, to which every new user is subscribed. Announcements go to the first one.',
    ),
  },
  result: { user_id: integer },
  errors: ['FOREIGN_PAGE', 'AUTHENTICATION_FAILED', 'RATE_LIMIT_HIT'],
  missingIs404: true,
});

const token = text(string, 'The last part of the link.');

export const joinByLink = endpoint({
  id: 'join-by-link',
  method: 'POST',
  path: '/join',
  tag: 'arriving',
  auth: 'none',
  summary: 'Join with an invitation',
  doc: 'Creates the account and begins its session. Where addresses are confirmed first, sends an e-mail with a link instead.',
  parameters: {
    token,
    email: optional(text(string, 'Address of the account; not needed if the invitation is for one address.')),
    full_name: withDefault(text(string, 'Name of the user.'), ''),
    password: withDefault(password, ''),
  },
  result: { user_id: integer.nullable().describe('Null if the address has to be confirmed first.') },
  errors: ['FOREIGN_PAGE', 'RATE_LIMIT_HIT'],
  missingIs404: true,
});

export const signUp = endpoint({
  id: 'sign-up',
  method: 'POST',
  path: '/sign-up',
  tag: 'arriving',
  auth: 'none',
  summary: 'Sign up without an invitation',
  doc: 'Sends an e-mail with a link, if the organization is open to everybody.',
  parameters: { email: text(string, 'Address to confirm.') },
  errors: ['FOREIGN_PAGE', 'RATE_LIMIT_HIT'],
});

export const askForPasswordLink = endpoint({
  id: 'ask-for-password-link',
  method: 'POST',
  path: '/password/link',
  tag: 'arriving',
  auth: 'none',
  summary: 'Ask for a new password',
  doc: 'Sends an e-mail with a link. The answer does not tell whether there is an account with the address.',
  parameters: { email: text(string, 'Address of the account.') },
  errors: ['FOREIGN_PAGE', 'RATE_LIMIT_HIT'],
});

export const choosePassword = endpoint({
  id: 'choose-password',
  method: 'POST',
  path: '/password',
  tag: 'arriving',
  auth: 'none',
  summary: 'Choose a new password',
  doc: 'Uses the link up and ends all sessions and API keys of the user.',
  parameters: { token, password },
  result: { email: string },
  errors: ['FOREIGN_PAGE', 'RATE_LIMIT_HIT'],
  missingIs404: true,
});

export const createPasswordLink = endpoint({
  id: 'create-password-link',
  method: 'POST',
  path: '/users/{user_id}/password-link',
  tag: 'arriving',
  summary: 'Make a link for a new password',
  doc: 'For administrators, to be handed over where no mail is sent. Links of owners are made by owners. It works once, for a day, and needs a log-in of the last hour.',
  parameters: { user_id: path(integer, 'The user who forgot the password.') },
  result: { link: string },
  errors: ['FOREIGN_PAGE', 'UNAUTHORIZED_PRINCIPAL', 'RECENT_LOGIN_REQUIRED'],
});

/** Every operation of visitors who are about to come in, and of those who help them. */
export const arrivingEndpoints: readonly Endpoint[] = [
  getDoor,
  checkSetupCode,
  beginOrganization,
  joinByLink,
  signUp,
  askForPasswordLink,
  choosePassword,
  createPasswordLink,
];
