import { idBatches } from '../groups/id-batches.ts';
import { q, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { administrators, only } from '../../engine/log/audience.ts';
import { domainOf } from '../users/address.ts';
import { viewersOf } from '../users/audience.ts';
import type { UserRow } from '../../http/actor.ts';
import { shownAddress } from '../users/present.ts';
import type { Server } from '../users/server.ts';
import type { RealmRow } from '../../engine/db/realm.ts';
import { publishAway } from '../user-status/publish-status.ts';
import { changeEmailVisibility } from './change-visibility.ts';
import type { Setting } from './check-settings.ts';
import { languageName } from './languages.ts';
import { storeSetting } from './store-setting.ts';
import { settingsOf } from './user-settings.ts';

/** Changes one setting on behalf of its user and applies the side effects of the new value. */
export async function changeSetting(
  tx: Tx,
  server: Server,
  realm: RealmRow,
  user: UserRow,
  setting: Setting,
): Promise<void> {
  const { name, value } = setting;
  if (settingsOf(user)[name] === value) return;
  emitSetting(tx, [user.id], setting);
  switch (name) {
    case 'email_address_visibility':
      return changeEmailVisibility(tx, server, realm, user, Number(value));
    case 'timezone':
      return changeTimezone(tx, server, realm, user, String(value));
    default:
      await storeSetting(tx, { ...setting, ids: [user.id], changedBy: 'themselves', skipChosen: false });
  }
  if (name === 'enable_drafts_synchronization' && value === false) await deleteDraftsOf(tx, [user.id]);
  if (name === 'presence_enabled') await publishAway(tx, realm, user, value === false);
  if (name === 'allow_private_data_export')
    tx.emit(administrators, {
      type: 'realm_export_consent',
      user_id: user.id,
      consented: value === true,
    });
}

export function emitSetting(tx: Tx, ids: readonly number[], { name, value }: Setting): void {
  const language = name === 'default_language' ? languageName(String(value)) : undefined;
  for (const batch of idBatches(ids))
    tx.emit(only(...batch), {
      type: 'user_settings',
      op: 'update',
      property: name,
      value,
      ...(language === undefined ? {} : { language_name: language }),
    });
}

/** Emits no events: clients delete their drafts when synchronization is disabled. */
export async function deleteDraftsOf(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.all(
    q
      .deleteFrom('draft')
      .where('realm_id', '=', tx.realmId)
      .where('user_id', '=', sql<number>`any(${[...ids]}::bigint[])`),
  );
}

async function changeTimezone(
  tx: Tx,
  server: Server,
  realm: RealmRow,
  user: UserRow,
  timezone: string,
): Promise<void> {
  await tx.all(
    q
      .updateTable('realm_user')
      .set({ timezone })
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', user.id),
  );
  const email = shownAddress(user, domainOf(server.config.hosts, realm.subdomain));
  tx.emit(await viewersOf(tx, realm, user), {
    type: 'realm_user',
    op: 'update',
    person: { user_id: user.id, timezone, email },
  });
}
