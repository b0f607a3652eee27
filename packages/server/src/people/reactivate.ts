import { countIn } from '../channels/count.ts';
import { q } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { joinRoleGroups } from '../groups/role-groups.ts';
import { administrators } from '../log/audience.ts';
import { badRequest } from '../problem.ts';
import type { RealmRow } from '../realm/realm.ts';
import { settingsOf } from '../settings/user-settings.ts';
import { repeatStatus } from '../user-status/tell-status.ts';
import { seersOf } from './audience.ts';
import { isBot, type PersonRow } from './person.ts';

/** Brings an account back. One that is active stays as it is. */
export const reactivate = async (tx: Tx, realm: RealmRow, person: PersonRow): Promise<void> => {
  if (person.is_deleted) throw badRequest('The account was deleted for good.');
  if (person.is_active) return;
  await tx.all(
    q
      .updateTable('person')
      .set({ is_active: true })
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', person.id),
  );
  const seers = await seersOf(tx, realm, person);
  tx.emit(seers, {
    type: 'realm_user',
    op: 'update',
    person: { user_id: person.id, is_active: true },
  });
  if (!isBot(person)) {
    const consented = settingsOf(person).allow_private_data_export;
    tx.emit(administrators, { type: 'realm_export_consent', user_id: person.id, consented });
  }
  await repeatStatus(tx, person, seers);
  await joinRoleGroups(tx, person);
  await countIn(tx, person);
};
