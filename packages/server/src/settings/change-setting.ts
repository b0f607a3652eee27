import { q, sql } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { administrators, only } from '../log/audience.ts';
import { domainOf } from '../people/address.ts';
import { seersOf } from '../people/audience.ts';
import type { PersonRow } from '../people/person.ts';
import { shownAddress } from '../people/present.ts';
import type { Server } from '../people/server.ts';
import type { RealmRow } from '../realm/realm.ts';
import { tellAway } from '../user-status/tell-status.ts';
import { changeVisibility } from './change-visibility.ts';
import type { Setting } from './check-settings.ts';
import { languageName } from './languages.ts';
import { storeSetting } from './store-setting.ts';
import { settingsOf } from './user-settings.ts';

/** Changes one setting of somebody who chose it, with everything that follows from it. */
export const changeSetting = async (
  tx: Tx,
  server: Server,
  realm: RealmRow,
  person: PersonRow,
  setting: Setting,
): Promise<void> => {
  const { name, value } = setting;
  if (settingsOf(person)[name] === value) return;
  emitSetting(tx, [person.id], setting);
  switch (name) {
    case 'email_address_visibility':
      return changeVisibility(tx, server, realm, person, Number(value));
    case 'timezone':
      return changeTimezone(tx, server, realm, person, String(value));
    default:
      await storeSetting(tx, { ...setting, ids: [person.id], by: 'themselves', sparing: false });
  }
  if (name === 'enable_drafts_synchronization' && value === false) await forgetDrafts(tx, [person.id]);
  if (name === 'presence_enabled') await tellAway(tx, realm, person, value === false);
  if (name === 'allow_private_data_export')
    tx.emit(administrators, {
      type: 'realm_export_consent',
      user_id: person.id,
      consented: value === true,
    });
};

/** Ids in one event: keeps events of large organizations small enough to be read one by one. */
const MOST_IDS = 5000;

export const emitSetting = (tx: Tx, ids: readonly number[], { name, value }: Setting): void => {
  const language = name === 'default_language' ? languageName(String(value)) : undefined;
  for (let at = 0; at < ids.length; at += MOST_IDS)
    tx.emit(only(...ids.slice(at, at + MOST_IDS)), {
      type: 'user_settings',
      op: 'update',
      property: name,
      value,
      ...(language === undefined ? {} : { language_name: language }),
    });
};

/** Clients drop their drafts themselves when they hear that they are no longer kept. */
export const forgetDrafts = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  await tx.all(
    q
      .deleteFrom('draft')
      .where('realm_id', '=', tx.realmId)
      .where('person_id', '=', sql<number>`any(${[...ids]}::bigint[])`),
  );
};

const changeTimezone = async (
  tx: Tx,
  server: Server,
  realm: RealmRow,
  person: PersonRow,
  timezone: string,
): Promise<void> => {
  await tx.all(
    q.updateTable('person').set({ timezone }).where('realm_id', '=', tx.realmId).where('id', '=', person.id),
  );
  const email = shownAddress(person, domainOf(server.config.hosts, realm.subdomain));
  tx.emit(await seersOf(tx, realm, person), {
    type: 'realm_user',
    op: 'update',
    person: { user_id: person.id, timezone, email },
  });
};
