import { isTaken } from '../db/problems.ts';
import { q } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { badRequest } from '../problem.ts';
import type { RealmRow } from '../realm/realm.ts';
import { isEmailAddress, storedAddress } from './address.ts';
import { addressSeers, seersOf } from './audience.ts';
import { avatarUrl } from './avatar.ts';
import type { PersonRow } from './person.ts';
import type { Server } from './server.ts';

/** Gives somebody another real address, with which they log in from now on. */
export const changeEmail = async (
  tx: Tx,
  server: Server,
  realm: RealmRow,
  person: PersonRow,
  email: string,
): Promise<void> => {
  if (email === person.delivery_email) return;
  if (!isEmailAddress(email)) throw badRequest('That is not an e-mail address.');
  const address = storedAddress(email);
  await store(tx, person, address);
  tx.notify({ notice: 'credentials', person_id: person.id });
  tx.emit(await addressSeers(tx, realm, person), {
    type: 'realm_user',
    op: 'update',
    person: { user_id: person.id, delivery_email: address },
  });
  const seers = await seersOf(tx, realm, person);
  if (person.email_visibility === 1)
    tx.emit(seers, {
      type: 'realm_user',
      op: 'update',
      person: { user_id: person.id, new_email: address },
    });
  if (person.avatar_source === 'G') {
    const moved = { ...person, delivery_email: address };
    tx.emit(seers, { type: 'realm_user', op: 'update', person: presentAvatar(server, moved) });
  }
};

const store = async (tx: Tx, person: PersonRow, address: string): Promise<void> => {
  try {
    await tx.all(
      q
        .updateTable('person')
        .set({ delivery_email: address })
        .where('realm_id', '=', tx.realmId)
        .where('id', '=', person.id),
    );
  } catch (error) {
    if (isTaken(error, 'person_email')) throw badRequest('That e-mail address is in use already.');
    throw error;
  }
};

/** The picture of somebody, as the event about its change carries it. */
export const presentAvatar = (server: Server, person: PersonRow) => ({
  user_id: person.id,
  avatar_source: person.avatar_source,
  avatar_url: avatarUrl(server, person),
  avatar_url_medium: avatarUrl(server, person, true),
  avatar_version: person.avatar_version,
});
