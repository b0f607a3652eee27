import { t } from './index.ts';

/** The sentence that a user reads after something was thrown: the refusal of the server, if it is one. */
export function failureText(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : t('Something went wrong.');
}
