import { realmNameInEmail, userNameInEmail } from '../../http/mail/names-in-emails.ts';
import { createConfirmation } from '../confirmations/confirmations.ts';
import { q, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { emailDomainError } from '../domains/policy.ts';
import { createResetLink } from '../passwords/ask-for-reset.ts';
import { urlOf } from '../../engine/hosts.ts';
import type { Call } from '../../http/route.ts';
import { rateLimitHit } from '../../http/request-count.ts';
import type { RateLimitRule } from '../../http/rate-limits.ts';
import { paragraphs } from '../../http/mail/paragraphs.ts';
import { requireMailer, queueEmail } from '../../http/mail/queue-email.ts';
import { isEmailAddress, storedAddress } from '../users/address.ts';
import { refuseEmailChange } from '@parley/contract/rights/account-rights.ts';
import type { Actor } from '../../http/actor.ts';
import { badRequest } from '../../engine/api-error.ts';
import { realmSettingsOf } from '../realm/settings.ts';
import { wordsOfUser } from '../../http/words-of-user.ts';
import type { World } from '../../http/world.ts';

const RATE_LIMIT: readonly RateLimitRule[] = [
  { seconds: 3_600, count: 2 },
  { seconds: 86_400, count: 5 },
];

/** Returns the address as it is stored, or throws if the user cannot have it. */
export async function checkNewAddress(call: Call, text: string): Promise<string> {
  const { world, realm, user } = call;
  const email = text.trim();
  if (!isEmailAddress(email)) throw badRequest('email is not an e-mail address.');
  const refusal = refuseEmailChange(user, realmSettingsOf(realm));
  if (refusal !== undefined) throw badRequest(refusal.reason);
  const rejection = await emailDomainError(world.pool, realm, email);
  if (rejection !== undefined) throw badRequest(rejection);
  const other = await world.pool.first(
    q
      .selectFrom('realm_user')
      .select('id')
      .where('realm_id', '=', realm.id)
      .where('id', '!=', user.id)
      .where(sql<boolean>`lower(delivery_email) = lower(${email})`),
  );
  if (other !== undefined) throw badRequest('The e-mail address is already in use.');
  requireMailer(world);
  limit(call);
  return storedAddress(email);
}

function limit({ world, realm, user }: Call): void {
  if (!world.config.rateLimits) return;
  const verdict = world.limiter.take(`address:${realm.id}:${user.id}`, RATE_LIMIT);
  if (!verdict.ok) throw rateLimitHit(verdict.retrySeconds);
}

/**
 * Sends a confirmation link to the new address, which takes effect once the link was followed, and a link that prevents
 * it to the current one.
 */
export async function askForAddress(
  tx: Tx,
  world: World,
  { realm, user }: Actor,
  email: string,
): Promise<void> {
  const what = { kind: 'address', email, user_id: user.id } as const;
  const token = await createConfirmation(tx, what, world.clock.now());
  const home = urlOf(world.config.hosts, realm.subdomain);
  const name = realmNameInEmail(world.config, realm);
  const { t } = wordsOfUser(user);
  await queueEmail(tx, world, 'address', {
    to: email,
    subject: t('Your new address at {name}', { name }),
    text: paragraphs(
      t('Hello,'),
      t('{user} wants to use this address at {name}, instead of {email}. If that is you, confirm it here:', {
        user: userNameInEmail(user) ?? t('A user'),
        name,
        email: user.delivery_email,
      }),
      `${home}/confirm-address/${token}`,
      t('The link works once, for a day. If it is not you, ignore this e-mail.'),
    ),
  });
  await queueEmail(tx, world, 'address', {
    to: user.delivery_email,
    subject: t('A new address at {name} was requested', { name: realm.name }),
    text: paragraphs(
      t('Hello,'),
      t(
        'a browser or program that is logged in for you asked to replace this address at {name} by {email}.',
        {
          name: realm.name,
          email,
        },
      ),
      t(
        'If it was not you, choose a new password. This cancels the change and logs all your browsers and programs out:',
      ),
      await createResetLink(tx, world, realm, user),
      t('The link works once, for a day.'),
    ),
  });
}
