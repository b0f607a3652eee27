import { msg, t } from './index.ts';

/** The sentence that a user reads after something was thrown: the refusal of the server, if it is one. */
export function failureText(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : t('Something went wrong.');
}

/** The heading in place of a view that failed. */
export function failedTitle(name: string): string {
  return t('{name} could not be shown', { name });
}

/** Says what did not fail. */
export const KEPT_SENTENCE = msg('The rest of Parley works, and the text that you began is kept.');
