import { q, type Reader } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { badRequest } from '../problem.ts';
import type { FolderRow } from './present.ts';

/** All folders, archived ones too, in their order. */
export const listFolders = (reader: Reader, realmId: number): Promise<FolderRow[]> =>
  reader.all(
    q
      .selectFrom('channel_folder')
      .selectAll()
      .where('realm_id', '=', realmId)
      .orderBy('display_order')
      .orderBy('id'),
  );

/** A folder that nobody else changes, and to which nobody adds a channel, until the transaction ends. */
export const accessFolder = async (tx: Tx, id: number): Promise<FolderRow> => {
  const row = await tx.first(
    q
      .selectFrom('channel_folder')
      .selectAll()
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', id)
      .forUpdate(),
  );
  if (row === undefined) throw badRequest('There is no such folder.');
  return row;
};
