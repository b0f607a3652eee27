import { q } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { everyone } from '../log/audience.ts';
import type { Actor } from '../people/person.ts';
import { badRequest, Problem } from '../problem.ts';
import { accessManagedGroup } from './access.ts';
import { holdGroups } from './hold-groups.ts';
import { objectionsTo } from './uses.ts';

/** Takes a group out of use, unless something still uses it. */
export const deactivateGroup = async (tx: Tx, caller: Actor, id: number): Promise<void> => {
  const actor = await holdGroups(tx, caller);
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
    throw new Problem('CANNOT_DEACTIVATE_GROUP_IN_USE', 'The group is still in use.', {
      extra: { objections },
    });
  tx.emit(everyone, { type: 'user_group', op: 'update', group_id: id, data: { deactivated: true } });
};
