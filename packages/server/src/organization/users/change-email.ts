import { isUniqueViolation } from '../../engine/db/errors.ts';
import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { badRequest } from '../../engine/api-error.ts';
import type { RealmRow } from '../../engine/db/realm.ts';
import { isEmailAddress, storedAddress } from './address.ts';
import { addressViewersOf, viewersOf } from './audience.ts';
import { avatarUrl } from './avatar.ts';
import type { UserRow } from '../../http/actor.ts';
import { recordPersonal } from './record-personal.ts';
import type { Server } from './server.ts';

/** Changes a user's real e-mail address, which is also the login name. */
export async function changeEmail(
  tx: Tx,
  server: Server,
  realm: RealmRow,
  user: UserRow,
  email: string,
): Promise<void> {
  if (email === user.delivery_email) return;
  if (!isEmailAddress(email)) throw badRequest('The e-mail address is not valid.');
  const address = storedAddress(email);
  await replaceEmail(tx, server, realm, user, address);
  recordPersonal(tx, user, { delivery_email: user.delivery_email }, { delivery_email: address });
}

/** The same without an entry in the audit trail, for an account that becomes a placeholder. */
export async function replaceEmail(
  tx: Tx,
  server: Server,
  realm: RealmRow,
  user: UserRow,
  address: string,
): Promise<void> {
  await store(tx, user, address);
  tx.notify({ notice: 'credentials', user_id: user.id });
  tx.emit(await addressViewersOf(tx, realm, user), {
    type: 'realm_user',
    op: 'update',
    person: { user_id: user.id, delivery_email: address },
  });
  const seers = await viewersOf(tx, realm, user);
  if (user.email_visibility === 1)
    tx.emit(seers, {
      type: 'realm_user',
      op: 'update',
      person: { user_id: user.id, new_email: address },
    });
  if (user.avatar_source === 'G') {
    const updated = { ...user, delivery_email: address };
    tx.emit(seers, { type: 'realm_user', op: 'update', person: presentAvatar(server, updated) });
  }
}

async function store(tx: Tx, user: UserRow, address: string): Promise<void> {
  try {
    await tx.all(
      q
        .updateTable('realm_user')
        .set({ delivery_email: address })
        .where('realm_id', '=', tx.realmId)
        .where('id', '=', user.id),
    );
  } catch (error) {
    if (isUniqueViolation(error, 'user_email')) throw badRequest('This e-mail address is already in use.');
    throw error;
  }
}

/** A user's avatar in the form of the `realm_user` update event. */
export function presentAvatar(server: Server, user: UserRow) {
  return {
    user_id: user.id,
    avatar_source: user.avatar_source,
    avatar_url: avatarUrl(server, user),
    avatar_url_medium: avatarUrl(server, user, true),
    avatar_version: user.avatar_version,
  };
}
