import { sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { isFullMember, recountFullMembers } from '../groups/role-groups.ts';
import type { World } from '../../http/world.ts';
import { viewersOf } from './audience.ts';
import { lockAccounts } from './last-owner.ts';
import type { UserRow } from '../../http/actor.ts';
import { minuteOf } from './present.ts';
import { realmOf } from './queries.ts';

/**
 * Sets `date_joined` of an account that an administrator or the API created to the time of its first login.
 * Later logins change nothing.
 */
export async function recordLogin(
  world: Pick<World, 'clock' | 'write'>,
  user: Pick<UserRow, 'realm_id' | 'id' | 'awaits_first_login'>,
): Promise<void> {
  if (!user.awaits_first_login) return;
  const now = world.clock.now();
  await world.write(user.realm_id, (tx) => joinAt(tx, user.id, now));
}

async function joinAt(tx: Tx, id: number, now: number): Promise<void> {
  await lockAccounts(tx);
  const realm = await realmOf(tx);
  const date_joined = new Date(now);
  const user = await tx.first(
    sql<Pick<UserRow, 'id' | 'bot_type' | 'is_full_member'> & { was_stub: boolean }>`
      update realm_user u set date_joined = ${date_joined}, awaits_first_login = false, is_imported_stub = false
      from realm_user before
      where u.realm_id = ${tx.realmId} and u.id = ${id} and u.awaits_first_login
        and before.realm_id = u.realm_id and before.id = u.id
      returning u.id, u.bot_type, u.is_full_member, before.is_imported_stub as was_stub`,
  );
  // A concurrent login recorded the time first.
  if (user === undefined) return;
  tx.emit(await viewersOf(tx, realm, user), {
    type: 'realm_user',
    op: 'update',
    person: { user_id: id, date_joined: minuteOf(date_joined) },
  });
  if (user.was_stub)
    tx.emit(await viewersOf(tx, realm, user), {
      type: 'realm_user',
      op: 'update',
      person: { user_id: id, is_imported_stub: false },
    });
  // The waiting period for new members restarts.
  if (user.is_full_member && !isFullMember(realm, date_joined, now)) await recountFullMembers(tx, realm, now);
}
