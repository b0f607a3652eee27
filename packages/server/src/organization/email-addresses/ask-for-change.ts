import { createConfirmation, LIFETIME_IN_WORDS } from '../confirmations/confirmations.ts';
import { q, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { emailDomainError } from '../domains/policy.ts';
import { urlOf } from '../../engine/hosts.ts';
import { rateLimitHit } from '../../http/lifecycle.ts';
import type { Call } from '../../http/route.ts';
import type { RateLimitRule } from '../../http/rate-limits.ts';
import { requireMailer, queueEmail } from '../../http/mail/queue-email.ts';
import { isEmailAddress, storedAddress } from '../users/address.ts';
import { isAdministrator, type Actor } from '../../http/actor.ts';
import { badRequest } from '../../engine/api-error.ts';
import { realmSettingsOf } from '../realm/settings.ts';
import type { World } from '../../http/world.ts';

const RATE_LIMIT: readonly RateLimitRule[] = [
  { seconds: 3_600, count: 2 },
  { seconds: 86_400, count: 5 },
];

/** Throws if the user cannot have the address. Returns undefined if it is the user's current address. */
export async function checkNewAddress(call: Call, text: string): Promise<string | undefined> {
  const { world, realm, user } = call;
  const email = text.trim();
  if (email === user.delivery_email) return undefined;
  if (!isEmailAddress(email)) throw badRequest('email is not an e-mail address.');
  if (realmSettingsOf(realm).email_changes_disabled && !isAdministrator(user))
    throw badRequest('E-mail address changes are disabled in this organization.');
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

/** Sends a confirmation link to the new address, which takes effect once the link was followed. */
export async function askForAddress(
  tx: Tx,
  world: World,
  { realm, user }: Actor,
  email: string,
): Promise<void> {
  const what = { kind: 'address', email, user_id: user.id } as const;
  const token = await createConfirmation(tx, what, world.clock.now());
  const home = urlOf(world.config.hosts, realm.subdomain);
  await queueEmail(tx, world, 'address', {
    to: email,
    subject: `Your new address at ${realm.name}`,
    text: `Hello,

${user.full_name} wants to use this address at ${realm.name}, instead of ${user.delivery_email}. If that is you,
confirm it here:

${home}/confirm-address/${token}

The link works once, ${LIFETIME_IN_WORDS}. If it is not you, ignore this e-mail.
`,
  });
}
