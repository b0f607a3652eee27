import type { Endpoint } from '@parley/contract/endpoint.ts';
import { arrivingEndpoints } from '@parley/contract/endpoints/arriving.ts';
import { consentEndpoints } from '@parley/contract/endpoints/consent.ts';
import { passkeyEndpoints } from '@parley/contract/endpoints/passkeys.ts';
import { secondStepEndpoints } from '@parley/contract/endpoints/second-steps.ts';
import { sessionEndpoints } from '@parley/contract/endpoints/sessions.ts';
import type { Recorded } from './recorded-operations.ts';

/** Operations of pages below `/json`, which the API does not have. */
export const pageEndpoints: readonly Endpoint[] = [
  ...sessionEndpoints,
  ...secondStepEndpoints,
  ...passkeyEndpoints,
  ...consentEndpoints,
  ...arrivingEndpoints,
];

const BEGINS = ['login.succeeded', 'login.failed', 'credential.ended'] as const;
const BEFORE = 'gives nothing yet: the operation that finishes it has entries';

/** The entries of each of them that changes something. */
export const recordedPageOperations: Readonly<Record<string, Recorded>> = {
  'log-in': BEGINS,
  'log-out': ['credential.ended'],
  'end-session': ['credential.ended'],
  'end-other-sessions': ['credential.ended'],
  'start-authenticator': BEFORE,
  'confirm-authenticator': ['second-step.added', 'recovery-codes.replaced', 'credential.ended'],
  'remove-second-step': ['second-step.removed'],
  'replace-recovery-codes': ['recovery-codes.replaced'],
  'pass-second-step': BEGINS,
  'set-up-second-step': BEFORE,
  'finish-second-step-set-up': ['second-step.added', 'recovery-codes.replaced', ...BEGINS],
  'start-passkey': BEFORE,
  'add-passkey': ['second-step.added', 'recovery-codes.replaced', 'credential.ended'],
  'start-passkey-proof': BEFORE,
  'start-passkey-log-in': BEFORE,
  'log-in-with-passkey': BEGINS,
  'start-passkey-second-step': BEFORE,
  'decide-authorization': ['credential.began', 'credential.ended'],
  'check-setup-code': BEFORE,
  'begin-organization': ['organization.created', 'user.created', 'login.succeeded'],
  'join-by-link': ['user.created', 'login.succeeded'],
  'sign-up': BEFORE,
  'ask-for-password-link': ['password.reset-requested'],
  'choose-password': ['password.changed', 'credential.ended'],
  'create-password-link': ['password.reset-requested'],
};
