import type { Tx } from '../../db/tx.ts';
import { only } from '../../log/audience.ts';

/** Tells somebody's clients which messages were read, if any were. */
export const tellRead = (tx: Tx, personId: number, ids: readonly number[]): void => {
  if (ids.length === 0) return;
  tx.emit(only(personId), {
    type: 'update_message_flags',
    op: 'add',
    operation: 'add',
    flag: 'read',
    messages: ids.toSorted((a, b) => a - b),
    all: false,
  });
};
