import type { Role } from '@parley/contract/primitives.ts';
import { seenBy, tellDefaults, tellSight } from '../channels/person-sight.ts';
import { q } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { isFullMember, moveBetweenRoleGroups } from '../groups/role-groups.ts';
import type { RealmRow } from '../realm/realm.ts';
import { adjustSight } from './adjust-sight.ts';
import { seersOf } from './audience.ts';
import { noteRole } from './note-role.ts';
import type { PersonRow } from './person.ts';

/** Gives somebody another role, at once and for everything that comes after it in the log. */
export const changeRole = async (
  tx: Tx,
  realm: RealmRow,
  person: PersonRow,
  role: Role,
  now: number,
): Promise<void> => {
  const standing = { role, is_full_member: isFullMember(realm, person.date_joined, now) };
  const seen = await seenBy(tx, person);
  await tx.all(
    q.updateTable('person').set(standing).where('realm_id', '=', tx.realmId).where('id', '=', person.id),
  );
  noteRole(tx, person.id, role);
  tx.emit(await seersOf(tx, realm, person), {
    type: 'realm_user',
    op: 'update',
    person: { user_id: person.id, role },
  });
  if (!person.is_active) return;
  await moveBetweenRoleGroups(tx, person.id, person, standing);
  await adjustSight(tx, realm, person, role);
  const after = { ...person, ...standing };
  await tellSight(tx, after, seen);
  await tellDefaults(tx, person, after);
};
