import { createConfirmation, LIFE_IN_WORDS } from '../confirmations/confirmations.ts';
import { q, sql } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { urlOf } from '../http/hosts.ts';
import { postLetter } from '../mail/post-letter.ts';
import type { PersonRow } from '../people/person.ts';
import type { RealmRow } from '../realm/realm.ts';
import type { World } from '../world.ts';

/** Where somebody chooses a new password, once. */
export const createResetLink = async (
  tx: Tx,
  { config, clock }: Pick<World, 'config' | 'clock'>,
  realm: RealmRow,
  person: Pick<PersonRow, 'id' | 'delivery_email'>,
): Promise<string> => {
  const what = { kind: 'password', email: person.delivery_email, person_id: person.id } as const;
  const token = await createConfirmation(tx, what, clock.now());
  return `${urlOf(config.hosts, realm.subdomain)}/reset-password/${token}`;
};

/** Every address gets a letter, so that the page tells nobody whose are known. */
export const askForReset = async (tx: Tx, world: World, realm: RealmRow, email: string): Promise<void> => {
  const person = await tx.first(
    q
      .selectFrom('person')
      .select(['id', 'delivery_email'])
      .where('realm_id', '=', tx.realmId)
      .where('bot_type', 'is', null)
      .where('is_active', '=', true)
      .where(sql<boolean>`lower(delivery_email) = lower(${email})`),
  );
  const home = urlOf(world.config.hosts, realm.subdomain);
  const lead =
    person === undefined
      ? `There is no account with this address at ${home}. Perhaps you use another one.`
      : `Follow this link to choose it:

${await createResetLink(tx, world, realm, person)}

The link works once, ${LIFE_IN_WORDS}.`;
  await postLetter(tx, world, 'password', {
    to: person?.delivery_email ?? email,
    subject: `A new password for ${realm.name}`,
    text: `Hello,

somebody, probably you, asked for a new password at ${realm.name}.

${lead} If it was not you, ignore this letter.
`,
  });
};
