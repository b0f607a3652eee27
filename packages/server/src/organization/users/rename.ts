import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { RealmRow } from '../../engine/db/realm.ts';
import { viewersOf } from './audience.ts';
import { checkFullName, nameKeyOf, refuseTakenName } from './full-name.ts';
import type { UserRow } from '../../http/actor.ts';
import { recordPersonal } from './record-personal.ts';

/** Changes a user's full name. */
export async function rename(tx: Tx, realm: RealmRow, user: UserRow, raw: string): Promise<void> {
  if (raw.trim() === user.full_name) return;
  const name = checkFullName(raw);
  await refuseTakenName(tx, realm, name, user.id);
  await tx.all(
    q
      .updateTable('realm_user')
      .set({ full_name: name, name_key: nameKeyOf(name) })
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', user.id),
  );
  recordPersonal(tx, user, { full_name: user.full_name }, { full_name: name });
  tx.emit(await viewersOf(tx, realm, user), {
    type: 'realm_user',
    op: 'update',
    person: { user_id: user.id, full_name: name },
  });
}
