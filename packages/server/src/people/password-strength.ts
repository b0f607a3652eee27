import { limits } from '@parley/contract/limits.ts';
import { lengthOf } from '@parley/contract/primitives.ts';
import { badRequest } from '../problem.ts';

/** Refuses what is too short or too easy to guess; what goes beyond the longest is not looked at. */
export const checkPasswordStrength = async (password: string, known: readonly string[]): Promise<void> => {
  if (lengthOf(password) < limits.passwordMinLength) throw badRequest('The password is too short.');
  // The dictionaries take half a second and 70 MB to load: most servers rarely need them.
  const { guessesOf } = await import('./password-guesses.ts');
  const looked = Array.from(password.slice(0, 2 * limits.passwordMaxLength))
    .slice(0, limits.passwordMaxLength)
    .join('');
  if (guessesOf(looked, known) < limits.passwordMinGuesses)
    throw badRequest('The password is too easy to guess.');
};
