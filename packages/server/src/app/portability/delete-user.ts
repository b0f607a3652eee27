import type { UserChange } from '@parley/contract/objects/user.ts';
import { requireUserReleased } from '../../chat/holds/held.ts';
import {
  ALL_CONVERSATIONS,
  removeMessagesOf,
  requestRemoval,
} from '../../chat/messages/editing/remove-messages-of.ts';
import { deleteFileBytes } from '../../chat/uploads/expire.ts';
import { deletePartialUpload } from '../../chat/uploads/pieces/partial-uploads.ts';
import { removeFiles } from '../../chat/uploads/store-attachment.ts';
import { badRequest } from '../../engine/api-error.ts';
import { q, sql, toJson } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { UserRow } from '../../http/actor.ts';
import type { World } from '../../http/world.ts';
import { changeAvatar } from '../../organization/avatars/change-avatar.ts';
import { clearProfile } from '../../organization/profile-fields/set-values.ts';
import { findStatus } from '../../organization/user-status/rows.ts';
import { NO_EMOJI, updateStatus } from '../../organization/user-status/status.ts';
import { domainOf } from '../../organization/users/address.ts';
import { uploadedKeys } from '../../organization/users/avatar.ts';
import { viewersOf } from '../../organization/users/audience.ts';
import { replaceEmail } from '../../organization/users/change-email.ts';
import { deactivate } from '../../organization/users/deactivate.ts';
import { nameKeyOf } from '../../organization/users/full-name.ts';
import { isLastOwner, lockAccounts } from '../../organization/users/last-owner.ts';
import { shownAddress } from '../../organization/users/present.ts';
import { lockUsers, realmOf } from '../../organization/users/queries.ts';
import { hashImportedPerson } from './chats/imported.ts';
import { deletePersonalExports } from './personal-exports/delete-exports.ts';
import { storedTables } from './stored-data/stored-data.ts';

/** Rows deleted by one statement, and files by one transaction. */
const BATCH_ROWS = 2_000;

export type UserDeletion = { readonly messages: number; readonly files: number; readonly rows: number };

/**
 * Deletes a user for good: the account becomes a placeholder, and everything that the user kept is removed. Messages stay with
 * the placeholder, or are removed, those on hold by a job once they are released. The name goes last, so that the command can be repeated after an interruption.
 */
export async function deleteUser(
  world: World,
  user: Pick<UserRow, 'realm_id' | 'id'>,
  { removesMessages }: { readonly removesMessages: boolean },
): Promise<UserDeletion> {
  const { realm_id: realmId, id } = user;
  await world.write(realmId, (tx) => close(tx, id));
  const messages = removesMessages ? await removeMessagesOf(world, realmId, id) : 0;
  const archives = await deletePersonalExports(world, { realmId, userId: id });
  const files = archives + (await deleteUploads(world, realmId, id));
  await forgetInvitee(world, realmId, id);
  const rows = await deletePersonalRows(world, realmId, id);
  const avatar = await world.write(realmId, async (tx) => {
    if (removesMessages) await requestRemoval(tx, id, ALL_CONVERSATIONS);
    return anonymize(tx, world, id);
  });
  for (const key of avatar) await world.files.delete(key);
  return { messages, files: files + avatar.length, rows };
}

/** The account becomes a placeholder; the audit trail keeps no name of it. */
async function close(tx: Tx, id: number): Promise<void> {
  await lockAccounts(tx);
  const user = await lock(tx, id);
  if (user.bot_type !== null) throw badRequest('Bots are deactivated, not deleted.');
  if (user.is_deleted) throw badRequest(`User ${id} was deleted before.`);
  if (await isLastOwner(tx, user))
    throw badRequest('The only owner cannot be deleted. Make somebody else owner first.');
  await requireUserReleased(tx, id);
  tx.record({ action: 'user.deleted', object: { type: 'user', id } });
  if (user.is_active) await deactivate(tx, await realmOf(tx), user);
}

async function lock(tx: Tx, id: number): Promise<UserRow> {
  const [user] = await lockUsers(tx, id);
  if (user === undefined) throw badRequest(`User ${id} does not exist.`);
  return user;
}

/** Files that no message links; the others belong to their messages. */
async function deleteUploads(world: World, realmId: number, userId: number): Promise<number> {
  const partial = await world.pool.all(
    q.selectFrom('partial_upload').selectAll().where('realm_id', '=', realmId).where('user_id', '=', userId),
  );
  for (const upload of partial) await deletePartialUpload(world, upload);
  let count = 0;
  for (;;) {
    const files = await world.write(realmId, async (tx) => {
      const unused = await tx.all(
        q
          .selectFrom('attachment')
          .selectAll()
          .where('realm_id', '=', realmId)
          .where('user_id', '=', userId)
          .where('state', '!=', 'leaving')
          .where('unused_since', 'is not', null)
          .orderBy('id')
          .limit(BATCH_ROWS)
          .forUpdate(),
      );
      await removeFiles(tx, unused);
      return unused;
    });
    for (const file of files) await deleteFileBytes(world, file);
    count += files.length;
    if (files.length < BATCH_ROWS) return count;
  }
}

/** Rows of tables that are personal by their description. Status and profile are removed with events. */
async function deletePersonalRows({ pool }: World, realmId: number, userId: number): Promise<number> {
  let count = 0;
  for (const [name, { isPersonal, people }] of Object.entries(storedTables)) {
    const [person] = people ?? [];
    if (isPersonal !== true || person === undefined || name === 'user_status' || name === 'profile_value')
      continue;
    for (;;) {
      const rows = await pool.all(sql`
        delete from ${sql.table(name)} where realm_id = ${realmId} and ctid = any(array(
          select ctid from ${sql.table(name)}
          where realm_id = ${realmId} and ${sql.ref(person)} = ${userId} limit ${BATCH_ROWS}))
        returning 1`);
      count += rows.length;
      if (rows.length < BATCH_ROWS) break;
    }
  }
  return count;
}

/** Entries of invitations have the address of a user who had no account yet. */
async function forgetInvitee({ pool }: World, realmId: number, userId: number): Promise<void> {
  await pool.all(sql`
    delete from audit_part p using realm_user u
    where u.realm_id = ${realmId} and u.id = ${userId} and p.realm_id = u.realm_id and p.user_id is null and p.part = 1
      and lower(u.delivery_email) = lower(coalesce(
        p.content::json -> 'after' ->> 'email', p.content::json -> 'before' ->> 'email'))`);
}

/** Replaces everything that names the person, and tells clients; returns the keys of the picture. */
async function anonymize(tx: Tx, world: World, id: number): Promise<readonly string[]> {
  const realm = await realmOf(tx);
  const user = await lock(tx, id);
  await clearProfile(tx, realm, user);
  if ((await findStatus(tx, realm.id, id)) !== undefined) {
    await updateStatus(tx, user, { status_text: '', ...NO_EMOJI });
    await tx.all(q.deleteFrom('user_status').where('realm_id', '=', realm.id).where('user_id', '=', id));
  }
  const pictures = user.avatar_source === 'U' ? uploadedKeys(world.sealer, user) : [];
  const unpictured = await changeAvatar(tx, world, realm, user, 'J');
  await hashImportedPerson(tx, id);
  await tx.all(q.deleteFrom('identity').where('realm_id', '=', realm.id).where('user_id', '=', id));
  const domain = domainOf(world.config.hosts, realm.subdomain);
  await replaceEmail(tx, world, realm, unpictured, `deleteduser${id}@${domain}`);
  const full_name = `Deleted User ${id}`;
  await tx.all(
    q
      .updateTable('realm_user')
      .set({
        full_name,
        name_key: nameKeyOf(full_name),
        is_deleted: true,
        timezone: '',
        settings: toJson({}),
        chosen_settings: [],
        password_hash: null,
        key_hash: null,
        key_sealed: null,
        awaits_first_login: false,
      })
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', id),
  );
  const viewers = await viewersOf(tx, realm, user);
  const tell = (person: UserChange): void => {
    tx.emit(viewers, { type: 'realm_user', op: 'update', person });
  };
  tell({ user_id: id, full_name });
  if (user.timezone !== '')
    tell({ user_id: id, timezone: '', email: shownAddress(await lock(tx, id), domain) });
  tell({ user_id: id, is_deleted: true });
  return pictures;
}
