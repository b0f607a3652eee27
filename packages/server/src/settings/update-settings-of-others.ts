import type { TargetUsers } from '@parley/contract/endpoints/settings.ts';
import type { UserSettingName } from '@parley/contract/objects/user-settings.ts';
import { q, sql } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { isInSystemGroup } from '../groups/system-groups.ts';
import { badRequest } from '../problem.ts';
import { emitSetting, forgetDrafts } from './change-setting.ts';
import type { Setting } from './check-settings.ts';
import { storeSetting } from './store-setting.ts';

/** What people decide about themselves alone. */
const personal: readonly UserSettingName[] = [
  'allow_private_data_export',
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

/** Changes settings of other people, for an administrator. */
export const updateSettingsOfOthers = async (
  tx: Tx,
  targets: TargetUsers,
  settings: readonly Setting[],
): Promise<void> => {
  const refused = settings.find(({ name }) => personal.includes(name));
  if (refused !== undefined) throw badRequest(`'${refused.name}' is for each person to decide.`);
  const ids = await targetIds(tx, targets);
  const sparing = targets.skip_if_already_edited;
  for (const setting of settings) {
    const changed = await storeSetting(tx, { ...setting, ids, by: 'an administrator', sparing });
    emitSetting(tx, changed, setting);
    if (setting.name === 'enable_drafts_synchronization' && setting.value === false)
      await forgetDrafts(tx, changed);
  }
};

/** Locks everybody who is meant, in the order of their ids. */
const targetIds = async (
  tx: Tx,
  { user_ids: ids = [], group_ids: groupIds = [] }: TargetUsers,
): Promise<number[]> => {
  if (ids.length + groupIds.length === 0) throw badRequest('Whose settings? Name people or groups.');
  const groups = await tx.all(
    q
      .selectFrom('user_group')
      .select(['id', 'name'])
      .where('realm_id', '=', tx.realmId)
      .where('is_system', '=', true)
      .where('id', '=', sql<number>`any(${[...groupIds]}::bigint[])`),
  );
  if (groups.length < new Set(groupIds).size) throw badRequest('There is no such group.');
  const people = await tx.all(
    q
      .selectFrom('person')
      .select(['id', 'role', 'is_full_member', 'is_active'])
      .where('realm_id', '=', tx.realmId)
      .where('bot_type', 'is', null)
      .$if(groups.length === 0, (query) => query.where('id', '=', sql<number>`any(${[...ids]}::bigint[])`))
      .orderBy('id')
      .forUpdate(),
  );
  const wanted = new Set(ids);
  const found = people.filter(({ id }) => wanted.has(id));
  if (found.length < wanted.size) throw badRequest('There is no such person.');
  return people
    .filter(
      (person) =>
        wanted.has(person.id) ||
        (person.is_active && groups.some(({ name }) => name !== null && isInSystemGroup(name, person))),
    )
    .map(({ id }) => id);
};
