import { q } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { everyone } from '../log/audience.ts';
import { listGroups } from './list-groups.ts';
import type { GroupRow } from './queries.ts';

/** Brings a deactivated group back. */
export const reactivateGroup = async (tx: Tx, { id }: GroupRow): Promise<void> => {
  const [group] = await listGroups(tx, tx.realmId, { deactivated: true, ids: [id] });
  if (group === undefined) throw new Error('The group is not there.');
  await tx.all(
    q
      .updateTable('user_group')
      .set({ is_deactivated: false })
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', id),
  );
  // As it was until now: `fitGroups` makes of it what a client is to see.
  tx.emit(everyone, { type: 'user_group', op: 'add', group });
};
