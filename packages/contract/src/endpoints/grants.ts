import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { json, path, text, withDefault } from '../parameter.ts';
import { integer, string, textUpTo, unixSeconds } from '../primitives.ts';
import { scopeNames } from '../scopes.ts';

const scope = z.enum(scopeNames);

const fields = {
  id: integer,
  name: string.describe('The program, as its user named it.'),
  token_end: string.describe('The last characters of the token, by which its user recognizes it.'),
  scopes: z.array(scope).describe('Its rights, of all that its user has.'),
  created: unixSeconds,
  expires: unixSeconds.describe('UNIX time in seconds from which it is refused.'),
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
  doc: 'Lets a program act for the caller, within scopes and until a time. The token of the answer is shown once: in place of the API key, or alone as `Authorization: Bearer`. Needs a log-in of the last hour. Not for bots. An addition to the API.',
  parameters: {
    name: text(textUpTo(limits.grantNameLength), 'The program, as its user will recognize it.'),
    scopes: json(
      z.array(scope).min(1).max(scopeNames.length),
      'Its rights. Each operation names the scope that it needs.',
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
