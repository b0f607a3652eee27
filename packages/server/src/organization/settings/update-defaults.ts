import { recordChange } from '../../engine/audit/record-change.ts';
import type { RealmDefaultSettingName } from '@parley/contract/objects/user-settings.ts';
import { realmDefaultSettingNames } from '@parley/contract/objects/user-settings.ts';
import { q, toJson } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { everyone } from '../../engine/log/audience.ts';
import { lockRealm } from '../../engine/db/realm.ts';
import type { Setting } from './check-settings.ts';
import { nonDefaultSettings, initialSettingsOf } from './user-settings.ts';

/** Changes the default settings for new users of an organization. */
export async function updateDefaults(tx: Tx, settings: readonly Setting[]): Promise<void> {
  const realm = await lockRealm(tx);
  const current = initialSettingsOf(realm);
  const changed = settings.filter(({ name, value }) => current[name] !== value);
  if (changed.length === 0) return;
  const next = Object.fromEntries(changed.map(({ name, value }) => [name, value]));
  const stored = nonDefaultSettings({ ...realm.user_defaults, ...next });
  await tx.all(
    q
      .updateTable('realm')
      .set({ user_defaults: toJson(stored) })
      .where('id', '=', tx.realmId),
  );
  recordChange(tx, 'defaults.changed', { type: 'organization' }, current, next);
  for (const { name, value } of changed)
    if (isDefault(name))
      tx.emit(everyone, { type: 'realm_user_settings_defaults', op: 'update', property: name, value });
}

function isDefault(name: string): name is RealmDefaultSettingName {
  return realmDefaultSettingNames.some((known) => known === name);
}
