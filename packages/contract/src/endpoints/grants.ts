import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { json, optional, path, text, withDefault } from '../parameter.ts';
import { integer, string, textUpTo, unixSeconds } from '../primitives.ts';
import { scopeNames } from '../scopes.ts';

const scope = z.enum(scopeNames);

/** The end of the year 9999. */
const LAST_MOMENT = 253_402_300_799;

const fields = {
  id: integer,
  name: string.describe('The program, as its user named it.'),
  token_end: string.describe(
    'The last characters of the token, by which its user recognizes it; empty for a program that gets tokens by itself.',
  ),
  scopes: z.array(scope).describe('Its rights, of all that its user has.'),
  created: unixSeconds,
  expires: unixSeconds.describe('UNIX time in seconds from which it is refused.'),
  channels: z
    .array(integer)
    .nullable()
    .describe('Channels whose messages it reads and writes; null for all conversations of its user.'),
  since: unixSeconds.nullable().describe('The messages that it reads begin at this time; null for all.'),
  client_id: string
    .nullable()
    .describe('The program that its user allowed at the consent page; null for a personal access token.'),
  client_host: string
    .nullable()
    .describe('The host that vouches for the program; null for one that an administrator added.'),
  last_used: unixSeconds.nullable().describe('Exact to a few minutes; null before the first use.'),
};

export const grant = z.strictObject(fields).meta({
  id: 'Grant',
  description: 'A right of a program to act for a user, within scopes and until a time.',
});
export type Grant = z.infer<typeof grant>;

export const grantOfUser = z.strictObject({ ...fields, user_id: integer }).meta({
  id: 'GrantOfUser',
  description: 'A grant as administrators see it, with its user.',
});
export type GrantOfUser = z.infer<typeof grantOfUser>;

export const getGrants = endpoint({
  id: 'get-grants',
  method: 'GET',
  path: '/grants',
  tag: 'grants',
  summary: 'List own grants',
  synonyms: ['personal access tokens', 'list tokens'],
  doc: 'The programs that may act for the caller with limited rights, last made first. An addition to the API.',
  result: { grants: z.array(grant) },
});

export const createGrant = endpoint({
  id: 'create-grant',
  method: 'POST',
  path: '/grants',
  tag: 'grants',
  summary: 'Create a grant',
  synonyms: ['personal access token', 'create a token'],
  doc: 'Lets a program act for the caller, within scopes and until a time. The token of the answer is shown once: in place of the API key, or alone as `Authorization: Bearer`. With `channels` or `since` it has limits, and then the scopes `see_directory`, `read_messages`, `write_messages` and `react` only: it fetches messages with a narrow to one of its channels, or one by its id, reads topics, sends to its channels and reacts there, and no other operation on messages is open to it. Needs a log-in of the last hour. Not for bots. An addition to the API.',
  parameters: {
    name: text(textUpTo(limits.grantNameLength), 'The program, as its user will recognize it.'),
    scopes: json(
      z.array(scope).min(1).max(scopeNames.length),
      'Its rights. Each operation names the scope that it needs.',
    ),
    channels: optional(
      json(
        z.array(integer).min(1).max(limits.grantChannels),
        'Channels to which it is limited, all of them readable by the caller. Without it, all conversations.',
      ),
    ),
    since: optional(
      json(
        integer.min(0).max(LAST_MOMENT),
        'UNIX time in seconds from which on it reads messages. Without it, all.',
      ),
    ),
    days: withDefault(json(integer.min(1).max(limits.grantDays), 'Days after which it ends.'), 90),
  },
  result: { token: string.describe('The secret of the grant. The server has only its hash.'), grant },
  errors: ['RECENT_LOGIN_REQUIRED'],
});

export const endGrant = endpoint({
  id: 'end-grant',
  method: 'DELETE',
  path: '/grants/{grant_id}',
  tag: 'grants',
  summary: 'End a grant',
  synonyms: ['revoke a token'],
  doc: 'Ends a grant of the caller at once, with its open polls and its event queues. Administrators may end those of all users. An addition to the API.',
  missingIs404: true,
  parameters: { grant_id: path(integer, 'The grant.') },
});

export const getGrantsOfUsers = endpoint({
  id: 'get-grants-of-users',
  method: 'GET',
  path: '/realm/grants',
  tag: 'grants',
  summary: 'List grants of all users',
  doc: 'The programs that may act for users of the organization with limited rights, last made first. For administrators. An addition to the API.',
  result: { grants: z.array(grantOfUser) },
  errors: ['UNAUTHORIZED_PRINCIPAL'],
});
