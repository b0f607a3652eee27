import type { Tx } from '../../../engine/db/tx.ts';
import { only } from '../../../engine/log/audience.ts';

/** Publishes to a user's clients which messages became read, if any. */
export function publishRead(tx: Tx, userId: number, ids: readonly number[]): void {
  if (ids.length === 0) return;
  tx.emit(only(userId), {
    type: 'update_message_flags',
    op: 'add',
    operation: 'add',
    flag: 'read',
    messages: ids.toSorted((a, b) => a - b),
    all: false,
  });
}
