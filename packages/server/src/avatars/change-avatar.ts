import { q, sql } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { seersOf } from '../people/audience.ts';
import { presentAvatar } from '../people/change-email.ts';
import { isAdministrator, type Actor, type PersonRow } from '../people/person.ts';
import type { Server } from '../people/server.ts';
import { badRequest } from '../problem.ts';
import type { RealmRow } from '../realm/realm.ts';
import { realmSettingsOf } from '../realm/settings.ts';

/** Gives another kind of picture to somebody whose row is locked, and tells everybody who sees them. */
export const changeAvatar = async (
  tx: Tx,
  server: Server,
  realm: RealmRow,
  person: PersonRow,
  source: 'U' | 'G' | 'J',
): Promise<PersonRow> => {
  const changed = await tx.first(
    q
      .updateTable('person')
      .set({ avatar_source: source, avatar_version: sql<number>`avatar_version + 1` })
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', person.id)
      .returningAll(),
  );
  if (changed === undefined) throw new Error(`There is no account ${person.id}.`);
  tx.emit(await seersOf(tx, realm, changed), {
    type: 'realm_user',
    op: 'update',
    person: presentAvatar(server, changed),
  });
  return changed;
};

export const refuseAvatarChange = ({ realm, person }: Actor): void => {
  if (realmSettingsOf(realm).avatar_changes_disabled && !isAdministrator(person))
    throw badRequest('Pictures cannot be changed in this organization.');
};
