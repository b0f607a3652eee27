import type { Tx } from '../db/tx.ts';

/** Tells administrators, and those whose invitations they were, to look at the list again. */
export const tellInvites = (tx: Tx, inviters: readonly number[]): void => {
  tx.emit({ kind: 'roles', roles: [100, 200], also: [...new Set(inviters)] }, { type: 'invites_changed' });
};
