import { createConfirmation, LIFETIME_IN_WORDS } from '../confirmations/confirmations.ts';
import { q, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { urlOf } from '../../engine/hosts.ts';
import { realmNameInEmail } from '../../http/mail/names-in-emails.ts';
import { queueEmail } from '../../http/mail/queue-email.ts';
import type { UserRow } from '../../http/actor.ts';
import type { RealmRow } from '../../engine/db/realm.ts';
import type { World } from '../../http/world.ts';

/** Creates a password-reset link, which works once. */
export async function createResetLink(
  tx: Tx,
  { config, clock }: Pick<World, 'config' | 'clock'>,
  realm: RealmRow,
  user: Pick<UserRow, 'id' | 'delivery_email'>,
): Promise<string> {
  const what = { kind: 'password', email: user.delivery_email, user_id: user.id } as const;
  tx.record({ action: 'password.reset-requested', object: { type: 'user', id: user.id } });
  const token = await createConfirmation(tx, what, clock.now());
  return `${urlOf(config.hosts, realm.subdomain)}/reset-password/${token}`;
}

/** Sends an e-mail to every address, so that the page does not reveal which addresses have accounts. */
export async function askForReset(tx: Tx, world: World, realm: RealmRow, email: string): Promise<void> {
  const user = await tx.first(
    q
      .selectFrom('realm_user')
      .select(['id', 'delivery_email'])
      .where('realm_id', '=', tx.realmId)
      .where('bot_type', 'is', null)
      .where('is_active', '=', true)
      .where(sql<boolean>`lower(delivery_email) = lower(${email})`),
  );
  const home = urlOf(world.config.hosts, realm.subdomain);
  const name = realmNameInEmail(world.config, realm);
  const lead =
    user === undefined
      ? `There is no account with this address at ${home}. Perhaps you use another one.`
      : `Follow this link to choose it:

${await createResetLink(tx, world, realm, user)}

The link works once, ${LIFETIME_IN_WORDS}.`;
  await queueEmail(tx, world, 'password', {
    to: user?.delivery_email ?? email,
    subject: `A new password for ${name}`,
    text: `Hello,

somebody, probably you, asked for a new password at ${name}.

${lead} If it was not you, ignore this e-mail.
`,
  });
}
