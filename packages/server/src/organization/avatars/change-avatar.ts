import { q, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { viewersOf } from '../users/audience.ts';
import { presentAvatar } from '../users/change-email.ts';
import { refuseAvatarChange } from '@parley/contract/rights/account-rights.ts';
import type { Actor, UserRow } from '../../http/actor.ts';
import type { Server } from '../users/server.ts';
import { badRequest } from '../../engine/api-error.ts';
import type { RealmRow } from '../../engine/db/realm.ts';
import { realmSettingsOf } from '../realm/settings.ts';

/** Changes the avatar source of a user whose row is locked, and emits the change to all users who see that user. */
export async function changeAvatar(
  tx: Tx,
  server: Server,
  realm: RealmRow,
  user: UserRow,
  source: 'U' | 'G' | 'J',
): Promise<UserRow> {
  const changed = await tx.first(
    q
      .updateTable('realm_user')
      .set({ avatar_source: source, avatar_version: sql<number>`avatar_version + 1` })
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', user.id)
      .returningAll(),
  );
  if (changed === undefined) throw new Error(`User ${user.id} does not exist.`);
  tx.emit(await viewersOf(tx, realm, changed), {
    type: 'realm_user',
    op: 'update',
    person: presentAvatar(server, changed),
  });
  return changed;
}

export function checkAvatarChange({ realm, user }: Actor): void {
  const refusal = refuseAvatarChange(user, realmSettingsOf(realm));
  if (refusal !== undefined) throw badRequest(refusal.reason);
}
