import type { GroupSettingChange, GroupSettingInput } from '@parley/contract/objects/group-setting.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { ApiError } from '../../engine/api-error.ts';
import { checkHolder, type Grant } from './check-holder.ts';
import { presentGroupSetting } from './present-setting.ts';
import type { SystemGroupIds } from './rows.ts';
import { type Holder, isSameHolder, simplest } from './setting-value.ts';
import { createUnnamed, dropUnnamed, relistUnnamed } from './unnamed-groups.ts';

export type { Grant } from './check-holder.ts';

/** A holder as it is stored (the id of a group with or without a name) and as it is shown. */
export type Resolved = { readonly groupId: number; readonly value: Holder };

/**
 * Who is to hold a permission of something new; refuses who cannot. It locks groups: whoever locks the
 * organization too does that before, and whoever locks a conversation does that after.
 */
export async function resolveGroupSetting(
  tx: Tx,
  grant: Grant & { readonly systemGroups: SystemGroupIds },
  input: GroupSettingInput,
): Promise<Resolved> {
  const holder = simplest(input, grant.systemGroups['role:nobody']);
  await checkHolder(tx, grant, holder);
  return { groupId: typeof holder === 'number' ? holder : await createUnnamed(tx, holder), value: holder };
}

/**
 * Gives a permission to others; refuses who cannot hold it. Undefined when they hold it already. The group
 * behind a list keeps its id when another list takes its place, and goes when a named group does.
 */
export async function changeGroupSetting(
  tx: Tx,
  grant: Grant & { readonly systemGroups: SystemGroupIds; readonly current: number },
  change: GroupSettingChange,
): Promise<Resolved | undefined> {
  const nobody = grant.systemGroups['role:nobody'];
  const current = await presentGroupSetting(tx, tx.realmId, grant.current);
  const holder = simplest(change.new, nobody);
  if (change.old !== undefined && !isSameHolder(simplest(change.old, nobody), simplest(current, nobody)))
    throw new ApiError('EXPECTATION_MISMATCH', 'Somebody else has changed this permission meanwhile.', {
      extra: { field_name: 'old' },
    });
  if (isSameHolder(holder, current)) return undefined;
  await checkHolder(tx, grant, holder);
  return { groupId: await replace(tx, grant.current, current, holder), value: holder };
}

async function replace(tx: Tx, groupId: number, current: Holder, next: Holder): Promise<number> {
  if (typeof current === 'number') return typeof next === 'number' ? next : createUnnamed(tx, next);
  if (typeof next === 'number') {
    await dropUnnamed(tx, groupId);
    return next;
  }
  await relistUnnamed(tx, groupId, next);
  return groupId;
}
