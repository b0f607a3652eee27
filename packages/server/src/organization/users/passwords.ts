import { hash, verify } from '@node-rs/argon2';
import { limits } from '@parley/contract/limits.ts';
import { lengthOf } from '@parley/contract/primitives.ts';
import { badRequest } from '../../engine/api-error.ts';

/** 19 MiB and two passes of argon2id: the least that is recommended, so that many can log in at once. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The hash of a password that nobody knows, with the same cost. */
const NOBODYS =
  '$argon2id$v=19$m=19456,t=2,p=1$xAftb2S93rwoZunluvCUpA$kT25WIHzMbZApFCAJ1D4Ic2s8Gps/FWOqojsYwt5AEk';

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/** Whether a password is the one that was hashed. Without a hash it is not, after the same work. */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  const right = await verify(stored ?? NOBODYS, password);
  return right && stored !== null;
}

/** Refuses what is too short or too easy to guess; what goes beyond the longest is not looked at. */
export async function checkPasswordStrength(password: string, known: readonly string[]): Promise<void> {
  if (lengthOf(password) < limits.passwordMinLength) throw badRequest('The password is too short.');
  // The dictionaries take half a second and 70 MB to load: most servers rarely need them.
  const { guessesOf } = await import('./password-guesses.ts');
  const looked = Array.from(password.slice(0, 2 * limits.passwordMaxLength))
    .slice(0, limits.passwordMaxLength)
    .join('');
  if (guessesOf(looked, known) < limits.passwordMinGuesses)
    throw badRequest('The password is too easy to guess.');
}
