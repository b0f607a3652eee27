import type { AuditValues } from '../../engine/audit/audit-entry.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { isBot, type UserRow } from '../../http/actor.ts';

/** Records a change of what names a user; the values are removed from the audit trail with the user. */
export function recordPersonal(
  tx: Tx,
  user: Pick<UserRow, 'id' | 'bot_type'>,
  before: AuditValues,
  after: AuditValues,
): void {
  tx.record({
    action: isBot(user) ? 'bot.changed' : 'user.changed',
    object: { type: 'user', id: user.id },
    personal: { userId: user.id, before, after },
  });
}
