import { tooMany } from '../http/lifecycle.ts';
import type { Call } from '../http/route.ts';
import { countAttempt, forgetAttempts } from '../login/attempts.ts';
import { checkPasswordStrength } from '../people/password-strength.ts';
import { hashPassword, isPassword } from '../people/password.ts';
import { badRequest } from '../problem.ts';

/** The hash of a new password, for who proves to know the old one. Guesses count like attempts to log in. */
export const newPassword = async (
  { world, realm, person }: Call,
  before: string,
  after: string,
): Promise<{ before: string | null; after: string }> => {
  const { pool, clock, config } = world;
  if (config.rateLimits) {
    const wait = await countAttempt(pool, realm.id, person.delivery_email, clock.now() / 1000);
    if (wait !== undefined) throw tooMany(wait);
  }
  if (!(await isPassword(person.password_hash, before))) throw badRequest('That is not your password.');
  await forgetAttempts(pool, realm.id, person.delivery_email);
  await checkPasswordStrength(after, [person.delivery_email, person.full_name]);
  return { before: person.password_hash, after: await hashPassword(after) };
};
