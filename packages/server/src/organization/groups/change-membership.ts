import type { Tx } from '../../engine/db/tx.ts';
import { badRequest } from '../../engine/api-error.ts';
import type { Actor } from '../../http/actor.ts';
import { accessCustomGroup } from './access.ts';
import { addMembers, removeMembers } from './change-members.ts';
import { addSubgroups, removeSubgroups } from './change-subgroups.ts';
import { lockGroups } from './lock-groups.ts';
import { trackChannelVisibility } from './track-channel-visibility.ts';
import type { GroupRow } from './rows.ts';

type Ids = readonly number[] | undefined;
export type MembershipChange = {
  readonly add?: Ids;
  readonly delete?: Ids;
  readonly add_subgroups?: Ids;
  readonly delete_subgroups?: Ids;
};

/**
 * Adds and removes members, then subgroups. The permissions for each step are checked against the result of the
 * previous steps.
 */
export async function changeMembership(
  tx: Tx,
  caller: Actor,
  id: number,
  change: MembershipChange,
): Promise<void> {
  if (Object.values(change).every((ids) => ids === undefined || ids.length === 0))
    throw badRequest('Nothing to do: specify members or subgroups to add or remove.');
  const actor = await lockGroups(tx, caller);
  const group = await accessCustomGroup(tx, tx.realmId, id);
  const step = async (
    run: (tx: Tx, actor: Actor, group: GroupRow, ids: readonly number[]) => Promise<void>,
    ids: Ids,
  ): Promise<void> => {
    if (ids !== undefined && ids.length > 0) await run(tx, actor, group, ids);
  };
  await trackChannelVisibility(tx, [group.id], async () => {
    await step(addMembers, change.add);
    await step(removeMembers, change.delete);
    await step(addSubgroups, change.add_subgroups);
    await step(removeSubgroups, change.delete_subgroups);
  });
}
