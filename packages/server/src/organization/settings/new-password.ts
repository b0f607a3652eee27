import { badRequest } from '../../engine/api-error.ts';
import { rateLimitHit } from '../../http/lifecycle.ts';
import type { Call } from '../../http/route.ts';
import { countAttempt, clearAttempts } from '../login/attempts.ts';
import { checkPasswordStrength, hashPassword, isPassword } from '../users/passwords.ts';

/** Hashes a new password after checking the old one. Attempts count toward the rate limit of logins. */
export async function checkNewPassword(
  { world, realm, user }: Call,
  before: string,
  after: string,
): Promise<{ before: string | null; after: string }> {
  const { pool, clock, config } = world;
  if (config.rateLimits) {
    const wait = await countAttempt(
      pool,
      realm.id,
      { name: user.delivery_email, network: 'logged in' },
      clock.now() / 1000,
    );
    if (wait !== undefined) throw rateLimitHit(wait);
  }
  if (!(await isPassword(user.password_hash, before))) throw badRequest('old_password is wrong.');
  await clearAttempts(pool, realm.id, user.delivery_email);
  await checkPasswordStrength(after, [user.delivery_email, user.full_name]);
  return { before: user.password_hash, after: await hashPassword(after) };
}
