import { msg } from '@parley/contract/words/words.ts';
import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { urlOf } from '../../engine/hosts.ts';
import { realmNameInEmail } from '../../http/mail/names-in-emails.ts';
import { paragraphs } from '../../http/mail/paragraphs.ts';
import { queueEmail } from '../../http/mail/queue-email.ts';
import { wordsOfUser } from '../../http/words-of-user.ts';
import type { World } from '../../http/world.ts';
import { realmOf } from '../users/queries.ts';

/** A change of the second steps of an account, as its user reads it. */
const NOTICES = {
  added: msg('An authenticator app was added: log-ins ask for its code.'),
  'passkey added': msg('A passkey was added: it logs you in.'),
  removed: msg('An authenticator app was removed.'),
  'passkey removed': msg('A passkey was removed.'),
  'removed by the operator': msg(
    'The operator of the server removed the second step: the password alone logs you in.',
  ),
  'codes replaced': msg('New recovery codes were made. The earlier ones no longer work.'),
  'code used': msg('A recovery code was used. It no longer works.'),
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
      .select(['delivery_email', 'full_name', 'settings'])
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', userId),
  );
  if (user === undefined) return;
  const realm = await realmOf(tx);
  const { t } = wordsOfUser(user);
  const home = urlOf(world.config.hosts, realm.subdomain);
  await queueEmail(tx, world, 'login', {
    to: user.delivery_email,
    toName: user.full_name,
    fromName: t('Parley account security'),
    subject: t('Second step of your log-in to {name}', { name: realmNameInEmail(world.config, realm) }),
    text: paragraphs(
      t('Hello,'),
      t('the second step of your account {email} at {home} has changed.', {
        email: user.delivery_email,
        home,
      }),
      t(NOTICES[notice]),
      t(
        'If it was not you, choose a new password and look at the second steps in the settings of your account, or ask an administrator for help.',
      ),
    ),
  });
}
