import { countSubscriber } from '../../chat/channels/count.ts';
import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { publishJoinedRoleGroups } from '../groups/role-groups.ts';
import { administrators } from '../../engine/log/audience.ts';
import { badRequest } from '../../engine/api-error.ts';
import type { RealmRow } from '../../engine/db/realm.ts';
import { settingsOf } from '../settings/user-settings.ts';
import { repeatStatus } from '../user-status/publish-status.ts';
import { viewersOf } from './audience.ts';
import { isBot, type UserRow } from '../../http/actor.ts';

/** Reactivates a user; does nothing if the user is active. */
export async function reactivate(tx: Tx, realm: RealmRow, user: UserRow): Promise<void> {
  if (user.is_deleted) throw badRequest(`User ${user.id} was deleted and cannot be reactivated.`);
  if (user.is_active) return;
  await tx.all(
    q
      .updateTable('realm_user')
      .set({ is_active: true })
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', user.id),
  );
  tx.record({
    action: isBot(user) ? 'bot.reactivated' : 'user.reactivated',
    object: { type: 'user', id: user.id },
  });
  const viewers = await viewersOf(tx, realm, user);
  tx.emit(viewers, {
    type: 'realm_user',
    op: 'update',
    person: { user_id: user.id, is_active: true },
  });
  if (!isBot(user)) {
    const consented = settingsOf(user).allow_private_data_export;
    tx.emit(administrators, { type: 'realm_export_consent', user_id: user.id, consented });
  }
  await repeatStatus(tx, user, viewers);
  await publishJoinedRoleGroups(tx, user);
  await countSubscriber(tx, user);
}
