import type { RealmRow } from '../../engine/db/realm.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { Audience } from '../../engine/log/audience.ts';
import type { UserRow } from '../../http/actor.ts';
import { settingsOf } from '../settings/user-settings.ts';
import { findStatus, presentStatus } from './rows.ts';
import { viewersOf } from '../users/audience.ts';

/** Emits `away` for a user who turned presence off or on, for clients that show it as a status. */
export async function publishAway(tx: Tx, realm: RealmRow, user: UserRow, away: boolean): Promise<void> {
  if ((await findStatus(tx, realm.id, user.id)) === undefined) return;
  tx.emit(await viewersOf(tx, realm, user), { type: 'user_status', user_id: user.id, away });
}

/** Emits the status of a user who was reactivated or became visible to the audience. */
export async function repeatStatus(tx: Tx, user: UserRow, audience: Audience): Promise<void> {
  const row = await findStatus(tx, tx.realmId, user.id);
  const status = row === undefined ? {} : presentStatus(row, settingsOf(user).presence_enabled);
  if (Object.keys(status).length > 0) tx.emit(audience, { type: 'user_status', user_id: user.id, ...status });
}
