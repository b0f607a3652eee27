import * as z from 'zod';
import { endpoint, type Endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { json, optional, text, withDefault } from '../parameter.ts';
import { boolean, integer, string, textUpTo } from '../primitives.ts';
import { scopeNames } from '../scopes.ts';

const scope = z.enum(scopeNames);

/** The days for which a user can allow a program. */
export const MAX_CONSENT_DAYS = 90;

/** Why a request for access cannot be allowed. */
export const authorizationProblems = [
  'unknown_client',
  'host_not_allowed',
  'bad_document',
  'bad_redirect_uri',
  'bad_request',
] as const;

const query = text(
  textUpTo(limits.authorizationQueryLength),
  'The query with which the program sent the user to `/oauth/authorize`, as it is.',
);

export const authorizationRequest = z
  .strictObject({
    client_name: string.describe('The program, as it calls itself or as the administrator named it.'),
    client_host: string
      .nullable()
      .describe('The host that vouches for the program; null if an administrator added it.'),
    returns_to: string.describe('The host or app to which the user returns.'),
    scopes: z.array(scope).describe('The rights that it asks for, of those that users can give.'),
    user_name: string,
    organization_name: string,
    needs_log_in: boolean.describe('Whether the log-in is too old to allow it.'),
  })
  .meta({
    id: 'AuthorizationRequest',
    description: 'The request of a program for access, for its consent page.',
  });
export type AuthorizationRequest = z.infer<typeof authorizationRequest>;

/** Additions of ours, below `/json` only: no program allows another one. */
export const readAuthorization = endpoint({
  id: 'read-authorization',
  method: 'GET',
  path: '/oauth/request',
  tag: 'grants',
  summary: 'Read the request of a program',
  doc: 'Checks what a program asks for, for the page on which its user decides. Only with a `location` may the browser go back to the program.',
  parameters: { query },
  result: {
    request: authorizationRequest.nullable(),
    problem: z.enum(authorizationProblems).nullable(),
    detail: string.nullable().describe('The problem in words, for those who make the program.'),
    location: string.nullable().describe('The address that tells the program about the problem.'),
  },
  errors: ['FOREIGN_PAGE'],
});

export const decideAuthorization = endpoint({
  id: 'decide-authorization',
  method: 'POST',
  path: '/oauth/decision',
  tag: 'grants',
  summary: 'Allow or refuse a program',
  doc: 'Allowing needs a log-in of the last hour. The program gets the rights that it asked for and that its user gives. Not for bots.',
  parameters: {
    query,
    allow: json(boolean, 'Whether the program is allowed.'),
    scopes: withDefault(json(z.array(scope).max(scopeNames.length), 'The rights that the user gives.'), []),
    channels: optional(
      json(
        z.array(integer).min(1).max(limits.grantChannels),
        'Channels to which the program is limited. Without it, all conversations.',
      ),
    ),
    days: withDefault(
      json(integer.min(1).max(MAX_CONSENT_DAYS), 'Days after which it ends.'),
      MAX_CONSENT_DAYS,
    ),
  },
  result: { location: string.describe('The address at which the program goes on.') },
  errors: ['FOREIGN_PAGE', 'RECENT_LOGIN_REQUIRED'],
});

/** Every operation of the consent page. */
export const consentEndpoints: readonly Endpoint[] = [readAuthorization, decideAuthorization];
