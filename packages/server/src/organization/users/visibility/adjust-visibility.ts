import type { RealmRow } from '../../../engine/db/realm.ts';
import { q } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import { only } from '../../../engine/log/audience.ts';
import { isAdministrator, isGuest, type UserRow } from '../../../http/actor.ts';
import { listBots, presentBot } from '../../bots/rows.ts';
import { hidesUsers } from '../access.ts';
import { visibleTo } from '../email-visibility.ts';
import { endQueuesOf } from '../end-queues.ts';
import { lockVisibility } from './watch-guests.ts';

/** Beyond this many things that somebody sees anew, reading everything again is cheaper than being told. */
const MOST = 500;

/** With another role somebody sees other addresses and bots: tells their clients, so that they stay right. */
export async function adjustVisibility(tx: Tx, realm: RealmRow, user: UserRow, role: number): Promise<void> {
  const [before, after] = [user, { ...user, role }];
  const showsOthers = isGuest(before) !== isGuest(after) && (await hidesUsers(tx, realm));
  const addresses = await addressesBetween(tx, before, after);
  const bots = await botsBetween(tx, before, after);
  if (showsOthers && isGuest(after)) await lockVisibility(tx, user.id);
  if (showsOthers || addresses.length + bots.length > MOST) return endQueuesOf(tx, [user.id]);

  const seen = visibleTo(after.role);
  for (const { id, delivery_email, email_visibility } of addresses) {
    const shown = seen.includes(email_visibility) ? delivery_email : null;
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

type GuestRole = Pick<UserRow, 'id' | 'role'>;

/** Users whose address is shown in one role and hidden in the other. */
async function addressesBetween(tx: Tx, before: GuestRole, after: GuestRole) {
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
      .limit(MOST + 1),
  );
}

/** Administrators look after all bots, everybody else after their own. */
async function botsBetween(tx: Tx, before: GuestRole, after: GuestRole) {
  if (isAdministrator(before) === isAdministrator(after)) return [];
  const bots = await listBots(tx, tx.realmId, { limit: MOST + 1, notOf: before.id });
  return bots;
}
