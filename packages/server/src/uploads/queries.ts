import { q, sql, type Reader } from '../db/sql.ts';
import type { AttachmentRow } from './present.ts';

export type Listed = AttachmentRow & { readonly message_ids: number[] };

const messageIds = sql<number[]>`array(
  select l.message_id from attachment_message l
  where l.realm_id = attachment.realm_id and l.attachment_id = attachment.id order by l.message_id
)`.as('message_ids');

const listed = q.selectFrom('attachment').selectAll().select(messageIds).where('state', '=', 'kept');

export const attachmentsOf = (reader: Reader, realmId: number, personId: number): Promise<Listed[]> =>
  reader.all(listed.where('realm_id', '=', realmId).where('person_id', '=', personId).orderBy('id'));

export const attachmentsById = (reader: Reader, realmId: number, ids: readonly number[]): Promise<Listed[]> =>
  reader.all(
    listed
      .where('realm_id', '=', realmId)
      .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
      .orderBy('id'),
  );

export const attachmentsByPath = (
  reader: Reader,
  realmId: number,
  paths: readonly string[],
): Promise<AttachmentRow[]> =>
  reader.all(
    q
      .selectFrom('attachment')
      .selectAll()
      .where('realm_id', '=', realmId)
      .where('path_id', '=', sql<string>`any(${[...paths]}::text[])`)
      .where('state', '=', 'kept')
      .orderBy('id'),
  );

/** Bytes of all files of an organization. */
export const spaceUsed = async (reader: Reader, realmId: number): Promise<number> => {
  const row = await reader.first(q.selectFrom('upload_space').select('used').where('realm_id', '=', realmId));
  return row?.used ?? 0;
};
