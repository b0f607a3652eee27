import type { RealmRow } from '../../../engine/db/realm.ts';
import { q } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import { only } from '../../../engine/log/audience.ts';
import { isAdministrator, isGuest } from '@parley/contract/rights/roles.ts';
import type { UserRow } from '../../../http/actor.ts';
import { listBots, presentBot } from '../../bots/rows.ts';
import { hidesUsers } from '../access.ts';
import { visibleTo } from '../email-visibility.ts';
import { deleteQueuesOf } from '../delete-queues.ts';
import { lockVisibility } from './watch-guests.ts';

/** Above this number of changes, fetching a new snapshot is cheaper than receiving one event per change. */
const MAX_VISIBILITY_EVENTS = 500;

/** Publishes to a user the addresses and bots that a new role makes visible or hides. */
export async function adjustVisibility(tx: Tx, realm: RealmRow, user: UserRow, role: number): Promise<void> {
  const [before, after] = [user, { ...user, role }];
  const changesVisibleUsers = isGuest(before) !== isGuest(after) && (await hidesUsers(tx, realm));
  const addresses = await addressesBetween(tx, before, after);
  const bots = await botsBetween(tx, before, after);
  if (changesVisibleUsers && isGuest(after)) await lockVisibility(tx, user.id);
  if (changesVisibleUsers || addresses.length + bots.length > MAX_VISIBILITY_EVENTS)
    return deleteQueuesOf(tx, [user.id]);

  const visible = visibleTo(after.role);
  for (const { id, delivery_email, email_visibility } of addresses) {
    const shown = visible.includes(email_visibility) ? delivery_email : null;
    tx.emit(only(user.id), {
      type: 'realm_user',
      op: 'update',
      person: { user_id: id, delivery_email: shown },
    });
  }
  for (const bot of bots)
    tx.emit(
      only(user.id),
      isAdministrator(after)
        ? { type: 'realm_bot', op: 'add', bot: presentBot(bot) }
        : { type: 'realm_bot', op: 'delete', bot: { user_id: bot.id } },
    );
}

type UserRole = Pick<UserRow, 'id' | 'role'>;

/** Users whose address is visible to exactly one of the two roles. */
async function addressesBetween(tx: Tx, before: UserRole, after: UserRole) {
  const [old, now] = [visibleTo(before.role), visibleTo(after.role)];
  const different = [...old.filter((v) => !now.includes(v)), ...now.filter((v) => !old.includes(v))];
  if (different.length === 0) return [];
  return tx.all(
    q
      .selectFrom('realm_user')
      .select(['id', 'delivery_email', 'email_visibility'])
      .where('realm_id', '=', tx.realmId)
      .where('email_visibility', 'in', different)
      .where('bot_type', 'is', null)
      .where('id', '!=', before.id)
      .orderBy('id')
      .limit(MAX_VISIBILITY_EVENTS + 1),
  );
}

/** Administrators manage all bots, other users only their own. */
async function botsBetween(tx: Tx, before: UserRole, after: UserRole) {
  if (isAdministrator(before) === isAdministrator(after)) return [];
  return listBots(tx, tx.realmId, { limit: MAX_VISIBILITY_EVENTS + 1, notOwnerId: before.id });
}
