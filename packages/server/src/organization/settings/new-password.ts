import { badRequest } from '../../engine/api-error.ts';
import { shareOf } from '../../http/actor.ts';
import { rateLimitHit } from '../../http/request-count.ts';
import type { Call } from '../../http/route.ts';
import { countAttempt, clearAttempts } from '../login/attempts.ts';
import { checkProposedPassword } from '../users/password-strength.ts';
import { hashPassword, isPassword } from '../users/passwords.ts';

/** Hashes a new password after checking the old one. */
export async function checkNewPassword(
  call: Call,
  before: string,
  after: string,
): Promise<{ before: string | null; after: string }> {
  const { user } = call;
  await checkOldPassword(call, before);
  await checkProposedPassword(call.world, {
    share: shareOf(call),
    chosenFor: `user:${user.id}`,
    password: after,
    known: [user.delivery_email, user.full_name],
  });
  return { before: user.password_hash, after: await hashPassword(after) };
}

/** Throws unless this is the password of the user. Attempts count toward the rate limit of logins. */
export async function checkOldPassword({ world, realm, user }: Call, password: string): Promise<void> {
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
  if (!(await isPassword(user.password_hash, password))) throw badRequest('old_password is wrong.');
  await clearAttempts(pool, realm.id, user.delivery_email);
}
