import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { everyone } from '../../engine/log/audience.ts';
import { badRequest, ApiError } from '../../engine/api-error.ts';
import type { Actor } from '../../http/actor.ts';
import { accessManagedGroup } from './access.ts';
import { lockGroups } from './lock-groups.ts';
import { listGroups } from './list-groups.ts';
import type { GroupRow } from './rows.ts';
import { objectionsTo } from './uses.ts';

/** Takes a group out of use, unless something still uses it. */
export async function deactivateGroup(tx: Tx, caller: Actor, id: number): Promise<void> {
  const actor = await lockGroups(tx, caller);
  const group = await accessManagedGroup(tx, actor, id);
  if (group.is_deactivated) throw badRequest('The group is deactivated already.');
  // Before looking for objections: whoever is giving this group a permission has finished then.
  await tx.all(
    q
      .updateTable('user_group')
      .set({ is_deactivated: true })
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', id),
  );
  const objections = await objectionsTo(tx, tx.realmId, id);
  if (objections.length > 0)
    throw new ApiError('CANNOT_DEACTIVATE_GROUP_IN_USE', 'The group is still in use.', {
      extra: { objections },
    });
  tx.emit(everyone, { type: 'user_group', op: 'update', group_id: id, data: { deactivated: true } });
}

/** Brings a deactivated group back. */
export async function reactivateGroup(tx: Tx, { id }: GroupRow): Promise<void> {
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
}
