import { q } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import type { RealmRow } from '../realm/realm.ts';
import { seersOf } from './audience.ts';
import { checkFullName, nameKeyOf, refuseTakenName } from './full-name.ts';
import type { PersonRow } from './person.ts';

/** Gives somebody another name. */
export const rename = async (tx: Tx, realm: RealmRow, person: PersonRow, raw: string): Promise<void> => {
  if (raw.trim() === person.full_name) return;
  const name = checkFullName(raw);
  await refuseTakenName(tx, realm, name, person.id);
  await tx.all(
    q
      .updateTable('person')
      .set({ full_name: name, name_key: nameKeyOf(name) })
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', person.id),
  );
  tx.emit(await seersOf(tx, realm, person), {
    type: 'realm_user',
    op: 'update',
    person: { user_id: person.id, full_name: name },
  });
};
