import type { TargetUsers } from '@parley/contract/endpoints/settings.ts';
import type { UserSettingName } from '@parley/contract/objects/user-settings.ts';
import { q, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { isInSystemGroup } from '../groups/system-groups.ts';
import { badRequest } from '../../engine/api-error.ts';
import { emitSetting, deleteDraftsOf } from './change-setting.ts';
import type { Setting } from './check-settings.ts';
import { storeSetting } from './store-setting.ts';

/** Settings that only the user may change. */
const ownerOnly: readonly UserSettingName[] = [
  'allow_private_data_export',
  'do_not_disturb_hours',
  'do_not_disturb_until',
  'email_address_visibility',
  'enable_digest_emails',
  'enable_login_emails',
  'enable_marketing_emails',
  'presence_enabled',
  'send_private_typing_notifications',
  'send_read_receipts',
  'send_stream_typing_notifications',
  'timezone',
];

/** Changes settings of other users, for an administrator. */
export async function updateSettingsOfOthers(
  tx: Tx,
  targets: TargetUsers,
  settings: readonly Setting[],
): Promise<void> {
  const refused = settings.find(({ name }) => ownerOnly.includes(name));
  if (refused !== undefined) throw badRequest(`${refused.name} can only be changed by the user.`);
  const ids = await targetIds(tx, targets);
  tx.record({
    action: 'user.changed',
    after: {
      target_user_ids: ids,
      ...Object.fromEntries(settings.map(({ name, value }) => [name, value])),
    },
  });
  const sparing = targets.skip_if_already_edited;
  for (const setting of settings) {
    const changed = await storeSetting(tx, {
      ...setting,
      ids,
      changedBy: 'an administrator',
      skipChosen: sparing,
    });
    emitSetting(tx, changed, setting);
    if (setting.name === 'enable_drafts_synchronization' && setting.value === false)
      await deleteDraftsOf(tx, changed);
  }
}

/** Locks the target users in the order of their ids. */
async function targetIds(
  tx: Tx,
  { user_ids: ids = [], group_ids: groupIds = [] }: TargetUsers,
): Promise<number[]> {
  if (ids.length + groupIds.length === 0)
    throw badRequest('target_users must name at least one user or group.');
  const groups = await tx.all(
    q
      .selectFrom('user_group')
      .select(['id', 'name'])
      .where('realm_id', '=', tx.realmId)
      .where('is_system', '=', true)
      .where('id', '=', sql<number>`any(${[...groupIds]}::bigint[])`),
  );
  if (groups.length < new Set(groupIds).size) throw badRequest('There is no such group.');
  const users = await tx.all(
    q
      .selectFrom('realm_user')
      .select(['id', 'role', 'is_full_member', 'is_active'])
      .where('realm_id', '=', tx.realmId)
      .where('bot_type', 'is', null)
      .$if(groups.length === 0, (query) => query.where('id', '=', sql<number>`any(${[...ids]}::bigint[])`))
      .orderBy('id')
      .forUpdate(),
  );
  const wanted = new Set(ids);
  const found = users.filter(({ id }) => wanted.has(id));
  if (found.length < wanted.size) throw badRequest('There is no such user.');
  return users
    .filter(
      (user) =>
        wanted.has(user.id) ||
        (user.is_active && groups.some(({ name }) => name !== null && isInSystemGroup(name, user))),
    )
    .map(({ id }) => id);
}
