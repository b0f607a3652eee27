import type { Attachment } from '@parley/contract/objects/attachment.ts';
import type { Selectable } from 'kysely';
import type { Schema } from '../../engine/db/schema.ts';
import { q, type Reader, sql } from '../../engine/db/sql.ts';

export type ListedAttachment = AttachmentRow & { readonly message_ids: number[] };

const messageIds = sql<number[]>`array(
  select l.message_id from attachment_message l
  where l.realm_id = attachment.realm_id and l.attachment_id = attachment.id order by l.message_id
)`.as('message_ids');

const listed = q.selectFrom('attachment').selectAll().select(messageIds).where('state', '=', 'kept');

export function attachmentsOf(reader: Reader, realmId: number, userId: number): Promise<ListedAttachment[]> {
  return reader.all(listed.where('realm_id', '=', realmId).where('user_id', '=', userId).orderBy('id'));
}

export function attachmentsById(
  reader: Reader,
  realmId: number,
  ids: readonly number[],
): Promise<ListedAttachment[]> {
  return reader.all(
    listed
      .where('realm_id', '=', realmId)
      .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
      .orderBy('id'),
  );
}

export function attachmentsByPath(
  reader: Reader,
  realmId: number,
  paths: readonly string[],
): Promise<AttachmentRow[]> {
  return reader.all(
    q
      .selectFrom('attachment')
      .selectAll()
      .where('realm_id', '=', realmId)
      .where('path_id', '=', sql<string>`any(${[...paths]}::text[])`)
      .where('state', '=', 'kept')
      .orderBy('id'),
  );
}

/** Total size of the organization's files, in bytes. */
export async function spaceUsed(reader: Reader, realmId: number): Promise<number> {
  const row = await reader.first(q.selectFrom('upload_space').select('used').where('realm_id', '=', realmId));
  return row?.used ?? 0;
}

export type AttachmentRow = Selectable<Schema['attachment']>;

export function presentAttachment(
  { id, name, path_id, size, created_at }: AttachmentRow,
  messageIds: readonly number[],
): Attachment {
  return {
    id,
    name,
    path_id,
    size,
    create_time: Math.floor(created_at.getTime() / 1000),
    message_ids: [...messageIds],
  };
}

export function uploadUrl({ path_id }: Pick<AttachmentRow, 'path_id'>): string {
  return `/user_uploads/${path_id.split('/').map(encodeURIComponent).join('/')}`;
}
