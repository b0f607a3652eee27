import { deleteFileBytes } from '../../../../chat/uploads/expire.ts';
import type { AttachmentRow } from '../../../../chat/uploads/rows.ts';
import { removeFiles } from '../../../../chat/uploads/store-attachment.ts';
import { sql } from '../../../../engine/db/sql.ts';
import { forgetImported, type Returning } from './returning.ts';

const GROUP = 100;

/** Deletes the files of the import that no message shows any more. */
export async function removeFilesLeft(work: Returning, ids: readonly number[]): Promise<void> {
  const { world, realmId, pace } = work;
  for (let from = 0; from < ids.length; from += GROUP) {
    const group = ids.slice(from, from + GROUP);
    const files = await world.write(realmId, async (tx) => {
      const unused = await tx.all(sql<AttachmentRow>`
        select a.* from attachment a
        where a.realm_id = ${realmId} and a.id = any(${group}::bigint[]) and a.state = 'kept' and not exists (
          select from attachment_message l where l.realm_id = a.realm_id and l.attachment_id = a.id
        ) and not exists (
          select from hold h where h.realm_id = a.realm_id and h.user_id = a.user_id
        )
        order by a.id for update`);
      await removeFiles(tx, unused);
      await forgetImported(
        tx,
        work,
        'file',
        unused.map(({ id }) => id),
      );
      return unused;
    });
    for (const file of files) await deleteFileBytes(world, file);
    await pace();
  }
}
