import { q, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { badRequest } from '../../engine/api-error.ts';
import type { World } from '../world.ts';
import type { Email } from '../../engine/mail/email.ts';

/** What mail is about, for the operator: the letters themselves are nobody's business. */
export type EmailKind = 'invitation' | 'sign-up' | 'password' | 'address';

/** Nobody waits longer than this for a letter, and one that comes later only confuses. */
const LIFE_SECONDS = 86_400;

/** Puts a letter into the outbox. It is sent after the transaction, at least once, or never if that fails. */
export async function queueEmail(
  tx: Tx,
  { sealer }: Pick<World, 'sealer'>,
  kind: EmailKind,
  email: Email,
): Promise<void> {
  await tx.all(
    q.insertInto('mail').values({
      realm_id: tx.realmId,
      kind,
      sealed: sealer.seal(JSON.stringify(email)),
      expires_at: sql<Date>`now() + make_interval(secs => ${LIFE_SECONDS})`,
    }),
  );
}

/** Refuses what cannot be done without mail. */
export function needMail({ mailer }: Pick<World, 'mailer'>): void {
  if (mailer === undefined)
    throw badRequest('This server sends no mail: its operator has not configured a mail server.');
}
