import * as z from 'zod';
import { endpoint, type Endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { json, optional, text, withDefault } from '../parameter.ts';
import { integer, listUpTo, string, textUpTo } from '../primitives.ts';

const bytes = textUpTo(limits.passkeyFieldLength);

const descriptor = z.strictObject({
  type: z.literal('public-key'),
  id: string,
  transports: z.array(string),
});

const verification = z.enum(['required', 'preferred', 'discouraged']);

/** The input of `PublicKeyCredential.parseRequestOptionsFromJSON`. */
const requestOptions = z
  .strictObject({
    challenge: string,
    rpId: string,
    timeout: integer,
    userVerification: verification,
    allowCredentials: z.array(descriptor),
  })
  .meta({ id: 'PasskeyRequest', description: 'Options with which a browser asks for a passkey, as JSON.' });
export type PasskeyRequest = z.infer<typeof requestOptions>;

/** The input of `PublicKeyCredential.parseCreationOptionsFromJSON`. */
const creationOptions = z
  .strictObject({
    challenge: string,
    rp: z.strictObject({ id: string, name: string }),
    user: z.strictObject({ id: string, name: string, displayName: string }),
    pubKeyCredParams: z.array(z.strictObject({ type: z.literal('public-key'), alg: integer })),
    timeout: integer,
    attestation: z.literal('none'),
    authenticatorSelection: z.strictObject({ residentKey: verification, userVerification: verification }),
    excludeCredentials: z.array(descriptor),
  })
  .meta({ id: 'PasskeyCreation', description: 'Options with which a browser makes a passkey, as JSON.' });
export type PasskeyCreation = z.infer<typeof creationOptions>;

export const usedPasskey = z
  .strictObject({
    id: bytes,
    client_data: bytes.describe('The field `clientDataJSON` of the browser.'),
    authenticator_data: bytes,
    signature: bytes,
    user_handle: bytes.nullable(),
  })
  .meta({ id: 'UsedPasskey', description: 'The answer of a passkey. All texts are base64url.' });
export type UsedPasskey = z.infer<typeof usedPasskey>;

const createdPasskey = z
  .strictObject({
    id: bytes,
    client_data: bytes.describe('The field `clientDataJSON` of the browser.'),
    attestation: bytes.describe('The field `attestationObject` of the browser.'),
    transports: listUpTo(textUpTo(20), 10),
  })
  .meta({ id: 'CreatedPasskey', description: 'A passkey that a browser has made. All texts are base64url.' });
export type CreatedPasskey = z.infer<typeof createdPasskey>;

/** Parameters of a change of the second steps of a user who has one. */
export const ownProof = {
  code: optional(text(string, 'A code of an authenticator app, or a recovery code.')),
  passkey: optional(
    json(usedPasskey, 'The answer of a passkey to `start-passkey-proof`, instead of a code.'),
  ),
};

/** The same for a log-in. */
export const passkeyOfStep = optional(
  json(usedPasskey, 'The answer of a passkey to `start-passkey-second-step`, instead of a code.'),
);

/** Additions of ours, below `/json` only. */
export const startPasskey = endpoint({
  id: 'start-passkey',
  method: 'POST',
  path: '/passkeys',
  tag: 'sessions',
  summary: 'Start a passkey',
  doc: 'The options with which the browser makes a passkey, for five minutes. Needs a log-in of the last hour, and a proof of a user with a second step.',
  parameters: ownProof,
  result: { options: creationOptions },
  errors: [
    'FOREIGN_PAGE',
    'RECENT_LOGIN_REQUIRED',
    'SECOND_STEP_REQUIRED',
    'SECOND_STEP_FAILED',
    'RATE_LIMIT_HIT',
  ],
});

export const addPasskey = endpoint({
  id: 'add-passkey',
  method: 'POST',
  path: '/passkeys/confirm',
  tag: 'sessions',
  summary: 'Add a passkey',
  doc: 'Adds what the browser made. It is a second step, and logs in alone if it checks its user. As the first second step it comes with recovery codes and ends all other sessions; API keys go on. Needs a log-in of the last hour.',
  parameters: {
    name: withDefault(
      text(textUpTo(limits.secondStepNameLength), 'A name that tells it from others.'),
      'Passkey',
    ),
    passkey: json(createdPasskey, 'The passkey.'),
  },
  result: {
    id: integer,
    recovery_codes: z
      .array(string)
      .nullable()
      .describe(
        'Each of them replaces a second step once. They are not shown again. Null if the user has some already.',
      ),
  },
  errors: ['FOREIGN_PAGE', 'RECENT_LOGIN_REQUIRED', 'SECOND_STEP_FAILED'],
});

export const startPasskeyProof = endpoint({
  id: 'start-passkey-proof',
  method: 'POST',
  path: '/passkeys/proof',
  tag: 'sessions',
  summary: 'Start the proof of a passkey',
  doc: 'The options with which the browser asks for a passkey of the user, before a change of second steps. They are valid for five minutes in this session.',
  result: { options: requestOptions },
  errors: ['FOREIGN_PAGE'],
});

export const startPasskeyLogIn = endpoint({
  id: 'start-passkey-log-in',
  method: 'POST',
  path: '/session/passkey/start',
  tag: 'sessions',
  auth: 'none',
  summary: 'Start a log-in with a passkey',
  doc: 'The options with which the browser asks for any passkey of the organization, and the `state` with which its answer logs in, once, for five minutes.',
  result: { state: string, options: requestOptions },
  errors: ['FOREIGN_PAGE', 'PASSWORD_AUTH_DISABLED', 'RATE_LIMIT_HIT'],
});

export const logInWithPasskey = endpoint({
  id: 'log-in-with-passkey',
  method: 'POST',
  path: '/session/passkey',
  tag: 'sessions',
  auth: 'none',
  summary: 'Log in with a passkey',
  doc: 'Begins a session without a password, and sets its cookie. The passkey must have checked its user, by a fingerprint or PIN for example.',
  parameters: {
    state: text(string, 'The `state` of `start-passkey-log-in`.'),
    passkey: json(usedPasskey, 'The answer of the passkey.'),
  },
  result: { user_id: integer },
  errors: ['FOREIGN_PAGE', 'AUTHENTICATION_FAILED', 'PASSWORD_AUTH_DISABLED', 'RATE_LIMIT_HIT'],
});

export const startPasskeySecondStep = endpoint({
  id: 'start-passkey-second-step',
  method: 'POST',
  path: '/session/second-step/passkey',
  tag: 'sessions',
  auth: 'none',
  summary: 'Start the second step with a passkey',
  doc: 'The options with which the browser asks for a passkey of the user whose log-in waits, for five minutes.',
  parameters: { state: text(string, 'The `state` of the log-in.') },
  result: { options: requestOptions },
  errors: ['FOREIGN_PAGE', 'SECOND_STEP_EXPIRED', 'RATE_LIMIT_HIT'],
});

/** Every operation of pages on passkeys. */
export const passkeyEndpoints: readonly Endpoint[] = [
  startPasskey,
  addPasskey,
  startPasskeyProof,
  startPasskeyLogIn,
  logInWithPasskey,
  startPasskeySecondStep,
];
