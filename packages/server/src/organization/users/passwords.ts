import { hash, verify } from '@node-rs/argon2';
import { limits } from '@parley/contract/limits.ts';
import { lengthOf } from '@parley/contract/primitives.ts';
import { badRequest } from '../../engine/api-error.ts';

/** The lowest recommended cost of argon2id (19 MiB, two passes), to allow many concurrent logins. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Verified for users without a password, so that response times do not reveal them. */
const UNKNOWN_PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$xAftb2S93rwoZunluvCUpA$kT25WIHzMbZApFCAJ1D4Ic2s8Gps/FWOqojsYwt5AEk';

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/** Whether a password matches the stored hash. Takes the same time if there is no hash. */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  const matches = await verify(stored ?? UNKNOWN_PASSWORD_HASH, password);
  return matches && stored !== null;
}

/** Characters at the beginning of a password whose strength counts: the estimate of more takes too long. */
const MAX_ESTIMATED_LENGTH = 32;

/** Tells how good a password is. */
export type PasswordJudge = {
  guessesOf(considered: string, known: readonly string[]): number | Promise<number>;
  /** Whether attackers know it from other places. */
  isKnown(password: string): Promise<boolean>;
};

/** Throws if a password is too short, known from other places or too easy to guess. */
export async function checkPasswordStrength(
  password: string,
  known: readonly string[],
  judge: PasswordJudge,
): Promise<void> {
  if (lengthOf(password) < limits.passwordMinLength)
    throw badRequest(`The password is too short: use at least ${limits.passwordMinLength} characters.`);
  if (await judge.isKnown(password))
    throw badRequest(
      'This password is in a list of stolen passwords, which attackers try first. Choose another one.',
    );
  const considered = Array.from(password.slice(0, 2 * MAX_ESTIMATED_LENGTH)).slice(0, MAX_ESTIMATED_LENGTH);
  if ((await judge.guessesOf(considered.join(''), known)) < limits.passwordMinGuesses)
    throw badRequest('The password is too easy to guess.');
}
