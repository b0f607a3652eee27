import { DoorError } from '../../data/session/call.ts';
import { NoPasskeyError } from '../../data/session/has-passkeys.ts';
import { t } from '../../words/index.ts';
import { refusalOf } from './refusal.ts';

/** A sentence for the user about a passkey that did not log in. */
export function passkeyRefusalOf(error: unknown): string {
  if (error instanceof NoPasskeyError) return t('No passkey was used.');
  if (!(error instanceof DoorError)) return refusalOf(error);
  if (error.code === 'AUTHENTICATION_FAILED') return error.message;
  if (error.code === 'SECOND_STEP_FAILED') return t('The passkey is not one of this account.');
  return refusalOf(error);
}
