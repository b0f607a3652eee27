import { nextIn, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { placeOf } from '../../engine/secrets/places.ts';
import { badRequest } from '../../engine/api-error.ts';
import type { World } from '../world.ts';
import type { Email } from '../../engine/mail/email.ts';

/** The purpose of an e-mail, for operators; the content is encrypted. */
export type EmailKind =
  | 'invitation'
  | 'sign-up'
  | 'password'
  | 'address'
  | 'notification'
  | 'digest'
  | 'login';

/** An e-mail that could not be sent within this time is dropped. */
const EMAIL_LIFETIME_SECONDS = 86_400;

/** Adds an e-mail to the outbox. It is sent at least once after the transaction commits. */
export async function queueEmail(
  tx: Tx,
  { sealer }: Pick<World, 'sealer'>,
  kind: EmailKind,
  email: Email,
): Promise<void> {
  const row = { realm_id: tx.realmId, id: await nextIn(tx, 'mail_id_seq') };
  const sealed = sealer.seal(placeOf('mail', row), JSON.stringify(email));
  await tx.all(
    sql`insert into mail (realm_id, id, kind, sealed, expires_at) overriding system value
      values (${row.realm_id}, ${row.id}, ${kind}, ${sealed},
        now() + make_interval(secs => ${EMAIL_LIFETIME_SECONDS}))`,
  );
}

/** Throws unless a mail server is configured. */
export function requireMailer({ mailer }: Pick<World, 'mailer'>): void {
  if (mailer === undefined) throw badRequest('This server sends no mail: no mail server is configured.');
}
