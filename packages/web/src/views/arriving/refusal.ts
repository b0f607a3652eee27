import { DoorError } from '../../data/session/call.ts';
import { plural, t } from '../../words/index.ts';

/** A sentence for the user about a log-in that failed. */
export function refusalOf(error: unknown): string {
  if (!(error instanceof DoorError)) return t('Something went wrong. Try again.');
  switch (error.code) {
    case 'AUTHENTICATION_FAILED':
      return t('E-mail or password is wrong.');
    case 'USER_DEACTIVATED':
      return t('This account is deactivated. Ask an administrator.');
    case 'REALM_DEACTIVATED':
      return t('This organization is deactivated.');
    case 'RATE_LIMIT_HIT':
      return plural(error.retryAfterSeconds ?? 60, {
        one: 'Too many attempts. Try again in # second.',
        other: 'Too many attempts. Try again in # seconds.',
      });
    default:
      return error.message;
  }
}
