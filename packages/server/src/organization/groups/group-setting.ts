import type { GroupSettingChange, GroupSettingInput } from '@parley/contract/objects/group-setting.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { ApiError } from '../../engine/api-error.ts';
import { checkHolder, type Grant } from './check-holder.ts';
import { presentGroupSetting } from './present-setting.ts';
import type { SystemGroupIds } from './rows.ts';
import { type Holder, isSameHolder, normalizeHolder } from './setting-value.ts';
import { createUnnamedGroup, deleteUnnamedGroup, replaceUnnamedGroup } from './unnamed-groups.ts';

export type { Grant } from './check-holder.ts';

/** The holder of a permission as stored (the id of a named or unnamed group) and as shown to clients. */
export type ResolvedHolder = { readonly groupId: number; readonly value: Holder };

/**
 * Resolves the initial holder of a permission; throws if the holder is not allowed. Locks groups: to avoid deadlocks,
 * callers lock the organization before and conversations after.
 */
export async function resolveGroupSetting(
  tx: Tx,
  grant: Grant & { readonly systemGroups: SystemGroupIds },
  input: GroupSettingInput,
): Promise<ResolvedHolder> {
  const holder = normalizeHolder(input, grant.systemGroups['role:nobody']);
  await checkHolder(tx, grant, holder);
  return {
    groupId: typeof holder === 'number' ? holder : await createUnnamedGroup(tx, holder),
    value: holder,
  };
}

export type ChangedHolder = ResolvedHolder & { readonly previous: Holder };

/**
 * Changes the holder of a permission; throws if the new holder is not allowed, and returns undefined if nothing
 * changes. An unnamed group keeps its id when another list replaces its members, and is deleted when a named group
 * replaces it.
 */
export async function changeGroupSetting(
  tx: Tx,
  grant: Grant & { readonly systemGroups: SystemGroupIds; readonly current: number },
  change: GroupSettingChange,
): Promise<ChangedHolder | undefined> {
  const nobody = grant.systemGroups['role:nobody'];
  const current = await presentGroupSetting(tx, tx.realmId, grant.current);
  const holder = normalizeHolder(change.new, nobody);
  if (
    change.old !== undefined &&
    !isSameHolder(normalizeHolder(change.old, nobody), normalizeHolder(current, nobody))
  )
    throw new ApiError('EXPECTATION_MISMATCH', 'The permission was changed by another request.', {
      extra: { field_name: 'old' },
    });
  if (isSameHolder(holder, current)) return undefined;
  await checkHolder(tx, grant, holder);
  return { groupId: await replace(tx, grant.current, current, holder), value: holder, previous: current };
}

async function replace(tx: Tx, groupId: number, current: Holder, next: Holder): Promise<number> {
  if (typeof current === 'number') return typeof next === 'number' ? next : createUnnamedGroup(tx, next);
  if (typeof next === 'number') {
    await deleteUnnamedGroup(tx, groupId);
    return next;
  }
  await replaceUnnamedGroup(tx, groupId, next);
  return groupId;
}
