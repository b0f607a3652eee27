import * as z from 'zod';
import { endpoint, type Endpoint } from '../endpoint.ts';
import { json, optional, path, text } from '../parameter.ts';
import { boolean, integer, string } from '../primitives.ts';
import { fetchApiKey } from './server.ts';

/** Header and value that every request with the cookie of a session carries: a foreign page cannot send them. */
export const ownPage = { header: 'X-Parley', value: 'web' } as const;

/** Cookies of a session: the usual one, and the one of plain HTTP, which works at localhost only. */
export const sessionCookies = { secure: '__Host-parley', development: 'parley-dev' } as const;

const ownSession = z
  .strictObject({
    id: integer,
    kind: z.enum(['session', 'key']).describe('A browser with a cookie, or a program with an API key.'),
    created: integer.describe('UNIX time in seconds at which the user logged in.'),
    last_used: integer
      .nullable()
      .describe('UNIX time in seconds, exact to a few minutes; null before the first use.'),
    client: string.describe('Program and system, such as "Firefox on Linux".'),
    address: string.nullable().describe('Network address of the log-in, if it is known.'),
    is_current: boolean.describe('Whether this request belongs to the session.'),
  })
  .meta({ id: 'OwnSession', description: 'A browser or program in which the user is logged in.' });

/** Additions of ours, below `/json` only. Their answers have the usual envelope. */
export const logIn = endpoint({
  id: 'log-in',
  method: 'POST',
  path: '/session',
  tag: 'sessions',
  auth: 'none',
  summary: 'Log in',
  doc: 'Begins a session, by password or as a sample user of a demo, and sets its cookie. An account with a second step gets `SECOND_STEP_REQUIRED` with a `state`.',
  parameters: {
    username: optional(text(string, 'E-mail address of the account, in any letter case.')),
    password: optional(text(string, 'Password of the account.')),
    sample_user_id: optional(json(integer, 'A sample user of a demo, instead of name and password.')),
  },
  result: { user_id: integer },
  errors: ['FOREIGN_PAGE', ...fetchApiKey.errors],
});

export const logOut = endpoint({
  id: 'log-out',
  method: 'DELETE',
  path: '/session',
  tag: 'sessions',
  auth: 'none',
  summary: 'Log out',
  doc: 'Ends the session of the cookie, if there is one, and clears what the browser has stored.',
  errors: ['FOREIGN_PAGE'],
});

export const getSessions = endpoint({
  id: 'get-sessions',
  method: 'GET',
  path: '/sessions',
  tag: 'sessions',
  summary: 'Get own sessions',
  doc: 'The browsers and programs in which the user is logged in, last used first.',
  result: { sessions: z.array(ownSession) },
  errors: ['FOREIGN_PAGE'],
});

export const endSession = endpoint({
  id: 'end-session',
  method: 'DELETE',
  path: '/sessions/{session_id}',
  tag: 'sessions',
  summary: 'End a session',
  doc: 'Logs one browser or program of the user out; its open polls and streams and its event queues end too.',
  parameters: { session_id: path(integer, 'Session to end.') },
  errors: ['FOREIGN_PAGE'],
  missingIs404: true,
});

export const endOtherSessions = endpoint({
  id: 'end-other-sessions',
  method: 'DELETE',
  path: '/sessions',
  tag: 'sessions',
  summary: 'End all other sessions',
  doc: 'Logs all browsers and programs of the user out, except the one that asks.',
  errors: ['FOREIGN_PAGE'],
});

export const sampleUser = z
  .strictObject({
    user_id: integer,
    full_name: string,
    role: integer,
    avatar_url: string,
    about: string.optional().describe('The status of the user.'),
  })
  .meta({ id: 'SampleUser', description: 'A user of a demo as whom every visitor may log in.' });

export type SampleUser = z.infer<typeof sampleUser>;

export const getSampleUsers = endpoint({
  id: 'get-sample-users',
  method: 'GET',
  path: '/sample-users',
  tag: 'sessions',
  auth: 'none',
  summary: 'Get sample users',
  doc: 'Users of a demo as whom every visitor may log in; 404 on every other server.',
  result: { sample_users: z.array(sampleUser) },
  errors: ['FOREIGN_PAGE'],
  missingIs404: true,
});

/** Every operation on sessions. */
export const sessionEndpoints: readonly Endpoint[] = [
  logIn,
  logOut,
  getSessions,
  endSession,
  endOtherSessions,
  getSampleUsers,
];
