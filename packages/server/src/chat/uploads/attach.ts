import type { Attachment } from '@parley/contract/objects/attachment.ts';
import { attachmentsById, type Listed, presentAttachment, spaceUsed } from './rows.ts';
import { sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { only } from '../../engine/log/audience.ts';

/**
 * Notes to which files a new message refers; `place` is the message's in the transaction, and the last one taken.
 * Conversations are locked before files, and files in the order of their ids.
 */
export async function attachFiles(tx: Tx, paths: readonly string[], place: number): Promise<void> {
  if (paths.length === 0) return;
  const ids = await lockFiles(tx, await idsByPath(tx, paths));
  await markUsed(tx, ids);
  const told = await publishUpdates(tx, ids, place);
  for (const { id } of told)
    tx.atPosition(
      (position) => sql`
        insert into attachment_message (realm_id, attachment_id, message_id)
        values (${tx.realmId}, ${id}, ${position(place)})`,
    );
}

/** Makes a message refer to other files than before; answers those to which no message refers any more. */
export async function changeFiles(
  tx: Tx,
  messageId: number,
  paths: readonly string[],
): Promise<Attachment[]> {
  const before = await idsByMessages(tx, [messageId]);
  const after = paths.length === 0 ? [] : await idsByPath(tx, paths);
  const wanted = new Set(after);
  const known = new Set(before);
  if (wanted.size === known.size && before.every((id) => wanted.has(id))) return [];
  const held = await lockFiles(tx, [...new Set([...before, ...after])]);
  const added = held.filter((id) => wanted.has(id) && !known.has(id));
  const removed = held.filter((id) => !wanted.has(id));
  await tx.all(
    sql`insert into attachment_message (realm_id, attachment_id, message_id)
      select ${tx.realmId}, id, ${messageId} from unnest(${added}::bigint[]) as id`,
  );
  await tx.all(
    sql`delete from attachment_message where realm_id = ${tx.realmId} and message_id = ${messageId}
      and attachment_id = any(${removed}::bigint[])`,
  );
  await markUsed(tx, added);
  await markUnused(tx, removed);
  const told = await publishUpdates(tx, [...added, ...removed]);
  return told
    .filter(({ id, message_ids }) => !wanted.has(id) && message_ids.length === 0)
    .map((file) => presentAttachment(file, []));
}

/** Lets go of the files of messages that are about to be deleted. */
export async function detachFiles(tx: Tx, messageIds: readonly number[]): Promise<void> {
  const found = await idsByMessages(tx, messageIds);
  if (found.length === 0) return;
  const ids = await lockFiles(tx, found);
  await tx.all(
    sql`delete from attachment_message
      where realm_id = ${tx.realmId} and message_id = any(${[...messageIds]}::bigint[])`,
  );
  await markUnused(tx, ids);
  await publishUpdates(tx, ids);
}

async function idsByPath(tx: Tx, paths: readonly string[]): Promise<number[]> {
  const rows = await tx.all(
    sql<{ id: number }>`select id from attachment
      where realm_id = ${tx.realmId} and path_id = any(${[...paths]}::text[]) and state = 'kept'`,
  );
  return rows.map(({ id }) => id);
}

async function idsByMessages(tx: Tx, messageIds: readonly number[]): Promise<number[]> {
  const rows = await tx.all(
    sql<{ id: number }>`select distinct attachment_id as id from attachment_message
      where realm_id = ${tx.realmId} and message_id = any(${[...messageIds]}::bigint[])`,
  );
  return rows.map(({ id }) => id);
}

/** Those that are still there, held until the transaction ends. */
async function lockFiles(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const rows = await tx.all(
    sql<{ id: number }>`select id from attachment
      where realm_id = ${tx.realmId} and id = any(${[...ids]}::bigint[]) and state = 'kept'
      order by id for no key update`,
  );
  return rows.map(({ id }) => id);
}

async function markUsed(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.all(
    sql`update attachment set unused_since = null
      where realm_id = ${tx.realmId} and id = any(${[...ids]}::bigint[]) and unused_since is not null`,
  );
}

async function markUnused(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.all(
    sql`update attachment a set unused_since = now()
      where a.realm_id = ${tx.realmId} and a.id = any(${[...ids]}::bigint[]) and not exists (
        select from attachment_message l where l.realm_id = a.realm_id and l.attachment_id = a.id
      )`,
  );
}

/** Tells owners which messages refer to their files, among them one that is about to get its place. */
async function publishUpdates(tx: Tx, ids: readonly number[], place?: number): Promise<Listed[]> {
  const files = await attachmentsById(tx, tx.realmId, ids);
  const used = await spaceUsed(tx, tx.realmId);
  for (const [index, file] of files.entries()) {
    const messageBefore = index + 1;
    const at = tx.emit(only(file.user_id), {
      type: 'attachment',
      op: 'update',
      attachment: presentAttachment(file, file.message_ids),
      upload_space_used: used,
      ...(place === undefined ? {} : { messageBefore }),
    });
    if (place !== undefined && at !== place + messageBefore)
      throw new Error('A message and its files must stand together in the log.');
  }
  return files;
}
