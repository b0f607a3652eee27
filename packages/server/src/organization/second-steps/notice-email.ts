import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { urlOf } from '../../engine/hosts.ts';
import { realmNameInEmail } from '../../http/mail/names-in-emails.ts';
import { queueEmail } from '../../http/mail/queue-email.ts';
import type { World } from '../../http/world.ts';
import { realmOf } from '../users/queries.ts';

/** A change of the second steps of an account, as its user reads it. */
const NOTICES = {
  added: 'An authenticator app was added: log-ins ask for its code.',
  removed: 'An authenticator app was removed.',
  'removed by the operator':
    'The operator of the server removed the second step: the password alone logs you in.',
  'codes replaced': 'New recovery codes were made. The earlier ones no longer work.',
  'code used': 'A recovery code was used to log in. It no longer works.',
} as const;

type SecondStepNotice = keyof typeof NOTICES;

export type Mailing = Pick<World, 'mailer' | 'config' | 'sealer'>;

/** Tells a user by e-mail that something changed about the second step of the account. It cannot be switched off. */
export async function queueSecondStepEmail(
  tx: Tx,
  world: Mailing,
  userId: number,
  notice: SecondStepNotice,
): Promise<void> {
  if (world.mailer === undefined) return;
  const user = await tx.first(
    q
      .selectFrom('realm_user')
      .select(['delivery_email', 'full_name'])
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', userId),
  );
  if (user === undefined) return;
  const realm = await realmOf(tx);
  await queueEmail(tx, world, 'login', {
    to: user.delivery_email,
    toName: user.full_name,
    fromName: 'Parley account security',
    subject: `Second step of your log-in to ${realmNameInEmail(world.config, realm)}`,
    text: `Hello,

the second step of your account ${user.delivery_email} at ${urlOf(world.config.hosts, realm.subdomain)} has changed.

${NOTICES[notice]}

If it was not you, choose a new password and look at the second steps in the settings of your account, or ask an
administrator for help.
`,
  });
}
