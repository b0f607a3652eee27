import { type AttachmentRow, presentAttachment, spaceUsed } from './rows.ts';
import { q, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { only } from '../../engine/log/audience.ts';
import { badRequest } from '../../engine/api-error.ts';
import type { Config } from '../../engine/config.ts';
import { areMessages, requireReleased, requireUserReleased } from '../holds/held.ts';
import { requireWithinQuotas } from './quotas.ts';
import type { Actor } from '../../http/actor.ts';

export type NewFile = Pick<AttachmentRow, 'path_id' | 'name' | 'key' | 'size' | 'content_type'>;
export type ImageDimensions = Pick<AttachmentRow, 'width' | 'height' | 'frames'>;

/**
 * Reserves space for a file whose bytes are about to be stored. The file is not visible yet. Rows are locked in the
 * order in which `removeFiles` locks them.
 */
export async function reserveFile(
  tx: Tx,
  config: Pick<Config, 'uploads'>,
  actor: Actor,
  file: NewFile,
  now: number,
): Promise<AttachmentRow> {
  const row = await tx.first(
    q
      .insertInto('attachment')
      .values({
        ...file,
        realm_id: tx.realmId,
        user_id: actor.user.id,
        created_at: new Date(now),
        state: 'arriving',
        unused_since: sql<Date>`now()`,
      })
      .returningAll(),
  );
  if (row === undefined) throw new Error('The attachment row was not inserted.');
  await tx.all(
    sql`insert into upload_space (realm_id, used) values (${tx.realmId}, ${file.size})
      on conflict (realm_id) do update set used = upload_space.used + excluded.used`,
  );
  await requireWithinQuotas(tx, config, actor);
  return row;
}

/** Makes the file visible after its bytes were stored. */
export async function completeFile(tx: Tx, id: number, picture: ImageDimensions | undefined): Promise<void> {
  const row = await tx.first(
    q
      .updateTable('attachment')
      .set({ state: 'kept', ...picture })
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', id)
      .where('state', '=', 'arriving')
      .returningAll(),
  );
  if (row === undefined) throw badRequest('The upload took too long. Upload the file again.');
  tx.emit(only(row.user_id), {
    type: 'attachment',
    op: 'add',
    attachment: presentAttachment(row, []),
    upload_space_used: await spaceUsed(tx, tx.realmId),
  });
}

/** Removes files, whose rows the caller has locked. Their bytes are deleted after the commit. */
export async function removeFiles(tx: Tx, files: readonly AttachmentRow[]): Promise<void> {
  if (files.length === 0) return;
  const ids = files.map(({ id }) => id);
  await tx.all(
    sql`delete from attachment_message
      where realm_id = ${tx.realmId} and attachment_id = any(${ids}::bigint[])`,
  );
  await tx.all(
    sql`update attachment set state = 'leaving'
      where realm_id = ${tx.realmId} and id = any(${ids}::bigint[])`,
  );
  const freed = files.reduce((sum, { size }) => sum + size, 0);
  const space = await tx.first(
    sql<{
      used: number;
    }>`update upload_space set used = used - ${freed} where realm_id = ${tx.realmId} returning used`,
  );
  for (const { id, user_id, state } of files)
    if (state === 'kept')
      tx.emit(only(user_id), {
        type: 'attachment',
        op: 'remove',
        attachment: { id },
        upload_space_used: space?.used ?? 0,
      });
}

export async function removeFile(tx: Tx, { user }: Actor, id: number): Promise<AttachmentRow> {
  const row = await tx.first(
    q
      .selectFrom('attachment')
      .selectAll()
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', id)
      .where('user_id', '=', user.id)
      .where('state', '=', 'kept')
      .forUpdate(),
  );
  if (row === undefined) throw badRequest('You have no file with this attachment_id.');
  await requireUserReleased(tx, user.id);
  const links = await tx.all(
    sql<{ message_id: number }>`select message_id from attachment_message
      where realm_id = ${tx.realmId} and attachment_id = ${id}`,
  );
  await requireReleased(tx, areMessages(links.map(({ message_id }) => message_id)));
  await removeFiles(tx, [row]);
  return row;
}
