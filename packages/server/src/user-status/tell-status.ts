import type { Tx } from '../db/tx.ts';
import type { Audience } from '../log/audience.ts';
import { seersOf } from '../people/audience.ts';
import type { PersonRow } from '../people/person.ts';
import type { RealmRow } from '../realm/realm.ts';
import { settingsOf } from '../settings/user-settings.ts';
import { presentStatus } from './present.ts';
import { findStatus } from './queries.ts';

/** Whoever decides by the settings not to be seen is away for clients that show a status. */
export const tellAway = async (tx: Tx, realm: RealmRow, person: PersonRow, away: boolean): Promise<void> => {
  if ((await findStatus(tx, realm.id, person.id)) === undefined) return;
  tx.emit(await seersOf(tx, realm, person), { type: 'user_status', user_id: person.id, away });
};

/** Tells again what somebody says who comes back, or into sight. */
export const repeatStatus = async (tx: Tx, person: PersonRow, audience: Audience): Promise<void> => {
  const row = await findStatus(tx, tx.realmId, person.id);
  const status = row === undefined ? {} : presentStatus(row, settingsOf(person).presence_enabled);
  if (Object.keys(status).length > 0)
    tx.emit(audience, { type: 'user_status', user_id: person.id, ...status });
};
