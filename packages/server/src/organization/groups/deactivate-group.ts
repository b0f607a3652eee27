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

/** Deactivates a group on behalf of a user who may manage it. */
export async function deactivateGroup(tx: Tx, caller: Actor, id: number): Promise<void> {
  const actor = await lockGroups(tx, caller);
  const group = await accessManagedGroup(tx, actor, id);
  if (group.is_deactivated) throw badRequest(`Group ${id} is already deactivated.`);
  await closeGroup(tx, id);
}

/** Deactivates a group unless it is in use. The organization is locked. */
export async function closeGroup(tx: Tx, id: number): Promise<void> {
  // Updated before the check: the row lock waits for transactions that are granting this group a permission.
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
  tx.record({ action: 'group.deactivated', object: { type: 'group', id } });
  tx.emit(everyone, { type: 'user_group', op: 'update', group_id: id, data: { deactivated: true } });
}

/** Reactivates a deactivated group. */
export async function reactivateGroup(tx: Tx, { id }: GroupRow): Promise<void> {
  const [group] = await listGroups(tx, tx.realmId, { deactivated: true, ids: [id] });
  if (group === undefined) throw new Error(`Group ${id} was not found.`);
  await tx.all(
    q
      .updateTable('user_group')
      .set({ is_deactivated: false })
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', id),
  );
  tx.record({ action: 'group.reactivated', object: { type: 'group', id } });
  // Emitted as still deactivated: `adaptGroupEvent` converts it for each client.
  tx.emit(everyone, { type: 'user_group', op: 'add', group });
}
