import type { Environment } from './environment.ts';

/** The default sender of e-mail. */
export function senderOf(e: Pick<Environment, 'PARLEY_MAIL_FROM' | 'PARLEY_EXTERNAL_HOST'>): string {
  return e.PARLEY_MAIL_FROM === ''
    ? `noreply@${e.PARLEY_EXTERNAL_HOST.toLowerCase().replace(/:\d+$/, '')}`
    : e.PARLEY_MAIL_FROM;
}
