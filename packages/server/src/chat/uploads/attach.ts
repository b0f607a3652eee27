import type { Attachment } from '@parley/contract/objects/attachment.ts';
import { attachmentsById, type ListedAttachment, presentAttachment, spaceUsed } from './rows.ts';
import { sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { only } from '../../engine/log/audience.ts';

/**
 * Links a new message to its files; `message` is the index of the message's event, the last one of the transaction.
 * Conversations are locked before files, and files in the order of their ids.
 */
export async function attachFiles(tx: Tx, paths: readonly string[], message: number): Promise<void> {
  if (paths.length === 0) return;
  const ids = await lockFiles(tx, await idsByPath(tx, paths));
  await markUsed(tx, ids);
  const updated = await publishUpdates(tx, ids, message);
  for (const { id } of updated)
    tx.atPosition(
      (position) => sql`
        insert into attachment_message (realm_id, attachment_id, message_id)
        values (${tx.realmId}, ${id}, ${position(message)})`,
    );
}

/** Replaces the files of a message; returns removed files to which no other message refers. */
export async function changeFiles(
  tx: Tx,
  messageId: number,
  paths: readonly string[],
): Promise<Attachment[]> {
  const before = await idsByMessages(tx, [messageId]);
  const after = paths.length === 0 ? [] : await idsByPath(tx, paths);
  const afterIds = new Set(after);
  const beforeIds = new Set(before);
  if (afterIds.size === beforeIds.size && before.every((id) => afterIds.has(id))) return [];
  const locked = await lockFiles(tx, [...new Set([...before, ...after])]);
  const added = locked.filter((id) => afterIds.has(id) && !beforeIds.has(id));
  const removed = locked.filter((id) => !afterIds.has(id));
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
  const updated = await publishUpdates(tx, [...added, ...removed]);
  return updated
    .filter(({ id, message_ids }) => !afterIds.has(id) && message_ids.length === 0)
    .map((file) => presentAttachment(file, []));
}

/** Unlinks the files of messages that are about to be deleted. */
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

/** Locks the files that still exist until the transaction ends. */
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

/** Publishes to owners which messages refer to their files, including a message without an id yet. */
async function publishUpdates(tx: Tx, ids: readonly number[], message?: number): Promise<ListedAttachment[]> {
  const files = await attachmentsById(tx, tx.realmId, ids);
  const used = await spaceUsed(tx, tx.realmId);
  for (const [index, file] of files.entries()) {
    const messageBefore = index + 1;
    const eventIndex = tx.emit(only(file.user_id), {
      type: 'attachment',
      op: 'update',
      attachment: presentAttachment(file, file.message_ids),
      upload_space_used: used,
      ...(message === undefined ? {} : { messageBefore }),
    });
    if (message !== undefined && eventIndex !== message + messageBefore)
      throw new Error('The events of a message and of its files must be adjacent in the log.');
  }
  return files;
}
