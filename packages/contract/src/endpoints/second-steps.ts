import * as z from 'zod';
import { endpoint, type Endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { optional, path, text, withDefault } from '../parameter.ts';
import { integer, string, textUpTo } from '../primitives.ts';
import { ownProof, passkeyOfStep } from './passkeys.ts';

const secondStep = z
  .strictObject({
    id: integer,
    kind: z
      .enum(['totp', 'passkey'])
      .describe('An app that shows a new code of six digits every half minute, or a passkey.'),
    name: string.describe('The name that the user gave it.'),
    created: integer.describe('UNIX time in seconds.'),
    last_used: integer.nullable().describe('UNIX time in seconds of the last log-in with it.'),
  })
  .meta({ id: 'SecondStep', description: 'A proof that a log-in asks for after the password.' });

const recoveryCodes = z
  .array(string)
  .describe('Each of them replaces the code of the app once. They are not shown again.');

const started = {
  secret: string.describe('For apps in which the secret is typed: Base32, without spaces.'),
  url: string.describe('An `otpauth:` address, which apps read as a QR code.'),
};

const CHANGE_ERRORS = [
  'FOREIGN_PAGE',
  'RECENT_LOGIN_REQUIRED',
  'SECOND_STEP_REQUIRED',
  'SECOND_STEP_FAILED',
  'RATE_LIMIT_HIT',
] as const;

const state = text(string, 'The `state` of that answer.');

/** Additions of ours, below `/json` only: an API key alone cannot change how its user logs in. */
export const getSecondSteps = endpoint({
  id: 'get-second-steps',
  method: 'GET',
  path: '/second-steps',
  tag: 'sessions',
  summary: 'Get own second steps',
  doc: 'The authenticator apps and passkeys of the user, and how many recovery codes are left.',
  result: {
    second_steps: z.array(secondStep),
    recovery_codes_left: integer,
    setup_due: integer
      .nullable()
      .describe(
        'UNIX time in seconds from which log-ins need a second step that is not set up yet; null if they do not, or if there is one.',
      ),
  },
  errors: ['FOREIGN_PAGE'],
});

export const startAuthenticator = endpoint({
  id: 'start-authenticator',
  method: 'POST',
  path: '/second-steps',
  tag: 'sessions',
  summary: 'Start an authenticator app',
  doc: 'Makes a secret for an authenticator app. Log-ins ask for its code once it is confirmed. Needs a log-in of the last hour, and a proof of a user with a second step.',
  parameters: {
    ...ownProof,
    name: withDefault(
      text(textUpTo(limits.secondStepNameLength), 'A name that tells it from others.'),
      'Authenticator app',
    ),
  },
  result: { id: integer, ...started },
  errors: [...CHANGE_ERRORS],
});

export const confirmAuthenticator = endpoint({
  id: 'confirm-authenticator',
  method: 'POST',
  path: '/second-steps/{second_step_id}/confirm',
  tag: 'sessions',
  summary: 'Confirm an authenticator app',
  doc: 'From then on log-ins ask for a code. The first app comes with recovery codes and ends all other sessions; API keys go on. Needs a log-in of the last hour.',
  parameters: {
    second_step_id: path(integer, 'The app.'),
    code: text(string, 'The six digits that the app shows.'),
  },
  result: {
    recovery_codes: recoveryCodes.nullable().describe('Null if the user has recovery codes already.'),
  },
  errors: ['FOREIGN_PAGE', 'RECENT_LOGIN_REQUIRED', 'SECOND_STEP_FAILED', 'RATE_LIMIT_HIT'],
  missingIs404: true,
});

export const removeSecondStep = endpoint({
  id: 'remove-second-step',
  method: 'DELETE',
  path: '/second-steps/{second_step_id}',
  tag: 'sessions',
  summary: 'Remove a second step',
  doc: 'The last one takes the recovery codes with it. Needs a log-in of the last hour, and a proof with any second step of the user.',
  parameters: { second_step_id: path(integer, 'The second step.'), ...ownProof },
  errors: [...CHANGE_ERRORS],
  missingIs404: true,
});

export const replaceRecoveryCodes = endpoint({
  id: 'replace-recovery-codes',
  method: 'POST',
  path: '/recovery-codes',
  tag: 'sessions',
  summary: 'Replace the recovery codes',
  doc: 'Ends the recovery codes of the user and makes new ones. Needs a log-in of the last hour, and a proof with a second step.',
  parameters: ownProof,
  result: { recovery_codes: recoveryCodes },
  errors: [...CHANGE_ERRORS],
});

export const passSecondStep = endpoint({
  id: 'pass-second-step',
  method: 'POST',
  path: '/session/second-step',
  tag: 'sessions',
  auth: 'none',
  summary: 'Pass the second step of a log-in',
  doc: 'Continues a log-in that was answered with `SECOND_STEP_REQUIRED`, begins the session and sets its cookie. A code works once.',
  parameters: {
    state,
    code: optional(text(string, 'The six digits of the authenticator app, or a recovery code.')),
    passkey: passkeyOfStep,
  },
  result: { user_id: integer },
  errors: [
    'FOREIGN_PAGE',
    'SECOND_STEP_REQUIRED',
    'SECOND_STEP_FAILED',
    'SECOND_STEP_EXPIRED',
    'RATE_LIMIT_HIT',
  ],
});

export const setUpSecondStep = endpoint({
  id: 'set-up-second-step',
  method: 'POST',
  path: '/session/second-step/set-up',
  tag: 'sessions',
  auth: 'none',
  summary: 'Set up the second step of a log-in',
  doc: 'Makes a secret for the authenticator app of a log-in that was answered with `SECOND_STEP_SETUP_REQUIRED`. A repetition replaces it.',
  parameters: { state },
  result: started,
  errors: ['FOREIGN_PAGE', 'SECOND_STEP_EXPIRED'],
});

export const finishSecondStepSetUp = endpoint({
  id: 'finish-second-step-set-up',
  method: 'POST',
  path: '/session/second-step/set-up/confirm',
  tag: 'sessions',
  auth: 'none',
  summary: 'Finish the set-up of a second step',
  doc: 'Confirms the authenticator app by its first code, begins the session and sets its cookie. All other sessions of the user end; API keys go on.',
  parameters: { state, code: text(string, 'The six digits that the app shows.') },
  result: { user_id: integer, recovery_codes: recoveryCodes },
  errors: ['FOREIGN_PAGE', 'SECOND_STEP_FAILED', 'SECOND_STEP_EXPIRED', 'RATE_LIMIT_HIT'],
});

export const getSecondStepsOfUsers = endpoint({
  id: 'get-second-steps-of-users',
  method: 'GET',
  path: '/realm/second-steps',
  tag: 'sessions',
  summary: 'List second steps of all users',
  doc: 'Active human users with the kinds of their second steps. For administrators. An addition to the API.',
  result: {
    users: z.array(
      z.strictObject({
        user_id: integer,
        kinds: z.array(string).describe('Kinds of the second steps; empty for a user without one.'),
        setup_due: integer
          .nullable()
          .describe(
            'UNIX time in seconds from which log-ins need one; null if they do not, or if there is one.',
          ),
      }),
    ),
  },
  errors: ['UNAUTHORIZED_PRINCIPAL'],
});

/** Every operation of pages on second steps. */
export const secondStepEndpoints: readonly Endpoint[] = [
  getSecondSteps,
  startAuthenticator,
  confirmAuthenticator,
  removeSecondStep,
  replaceRecoveryCodes,
  passSecondStep,
  setUpSecondStep,
  finishSecondStepSetUp,
];
