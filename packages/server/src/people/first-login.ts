import { q } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { isFullMember, recountFullMembers } from '../groups/role-groups.ts';
import type { World } from '../world.ts';
import { seersOf } from './audience.ts';
import { lockOwnership } from './last-owner.ts';
import type { PersonRow } from './person.ts';
import { minuteOf } from './present.ts';
import { realmOf } from './queries.ts';

/**
 * Sets `date_joined` of an account that an administrator or the API created to the time of its first login.
 * Later logins change nothing.
 */
export async function recordLogin(
  world: Pick<World, 'clock' | 'write'>,
  person: Pick<PersonRow, 'realm_id' | 'id' | 'awaits_first_login'>,
): Promise<void> {
  if (!person.awaits_first_login) return;
  const now = world.clock.now();
  await world.write(person.realm_id, (tx) => joinAt(tx, person.id, now));
}

const joinAt = async (tx: Tx, id: number, now: number): Promise<void> => {
  await lockOwnership(tx);
  const realm = await realmOf(tx);
  const date_joined = new Date(now);
  const person = await tx.first(
    q
      .updateTable('person')
      .set({ date_joined, awaits_first_login: false })
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', id)
      .where('awaits_first_login', '=', true)
      .returning(['id', 'bot_type', 'is_full_member']),
  );
  // A login at the same time was faster.
  if (person === undefined) return;
  tx.emit(await seersOf(tx, realm, person), {
    type: 'realm_user',
    op: 'update',
    person: { user_id: id, date_joined: minuteOf(date_joined) },
  });
  // The waiting period for new members begins anew.
  if (person.is_full_member && !isFullMember(realm, date_joined, now))
    await recountFullMembers(tx, realm, now);
};
