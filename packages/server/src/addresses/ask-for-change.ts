import { createConfirmation, LIFE_IN_WORDS } from '../confirmations/confirmations.ts';
import { q, sql } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { emailDomainProblem } from '../domains/policy.ts';
import { urlOf } from '../http/hosts.ts';
import { tooMany } from '../http/lifecycle.ts';
import type { Call } from '../http/route.ts';
import type { Rule } from '../http/rate-limits.ts';
import { needMail, postLetter } from '../mail/post-letter.ts';
import { isEmailAddress, storedAddress } from '../people/address.ts';
import { isAdministrator, type Actor } from '../people/person.ts';
import { badRequest } from '../problem.ts';
import { realmSettingsOf } from '../realm/settings.ts';
import type { World } from '../world.ts';

const CHANGES: readonly Rule[] = [
  { seconds: 3_600, count: 2 },
  { seconds: 86_400, count: 5 },
];

/** Refuses an address that somebody could not have. Answers undefined for the one that they have. */
export const checkNewAddress = async (call: Call, text: string): Promise<string | undefined> => {
  const { world, realm, person } = call;
  const email = text.trim();
  if (email === person.delivery_email) return undefined;
  if (!isEmailAddress(email)) throw badRequest('That is not an e-mail address.');
  if (realmSettingsOf(realm).email_changes_disabled && !isAdministrator(person))
    throw badRequest('Addresses cannot be changed in this organization.');
  const problem = await emailDomainProblem(world.pool, realm, email);
  if (problem !== undefined) throw badRequest(problem);
  const other = await world.pool.first(
    q
      .selectFrom('person')
      .select('id')
      .where('realm_id', '=', realm.id)
      .where('id', '!=', person.id)
      .where(sql<boolean>`lower(delivery_email) = lower(${email})`),
  );
  if (other !== undefined) throw badRequest('That e-mail address is in use already.');
  needMail(world);
  limit(call);
  return storedAddress(email);
};

const limit = ({ world, realm, person }: Call): void => {
  if (!world.config.rateLimits) return;
  const verdict = world.limiter.take(`address:${realm.id}:${person.id}`, CHANGES);
  if (!verdict.ok) throw tooMany(verdict.retrySeconds);
};

/** Sends a letter to the new address: it counts when the link in it has been followed. */
export const askForAddress = async (
  tx: Tx,
  world: World,
  { realm, person }: Actor,
  email: string,
): Promise<void> => {
  const what = { kind: 'address', email, person_id: person.id } as const;
  const token = await createConfirmation(tx, what, world.clock.now());
  const home = urlOf(world.config.hosts, realm.subdomain);
  await postLetter(tx, world, 'address', {
    to: email,
    subject: `Your new address at ${realm.name}`,
    text: `Hello,

${person.full_name} wants to use this address at ${realm.name}, instead of ${person.delivery_email}. If that is you,
confirm it here:

${home}/confirm-address/${token}

The link works once, ${LIFE_IN_WORDS}. If it is not you, ignore this letter.
`,
  });
};
