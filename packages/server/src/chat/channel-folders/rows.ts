import type { channelFolder } from '@parley/contract/objects/channel.ts';
import type { Selectable } from 'kysely';
import type * as z from 'zod';
import type { Schema } from '../../engine/db/schema.ts';
import { q, type Reader } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { badRequest } from '../../engine/api-error.ts';
import type { ReadState } from '../../http/snapshot.ts';

/** All folders, including archived ones, in display order. */
export function listFolders(reader: Reader, realmId: number): Promise<FolderRow[]> {
  return reader.all(
    q
      .selectFrom('channel_folder')
      .selectAll()
      .where('realm_id', '=', realmId)
      .orderBy('display_order')
      .orderBy('id'),
  );
}

/** Returns a folder, locked against changes and added channels until the transaction ends. */
export async function accessFolder(tx: Tx, id: number): Promise<FolderRow> {
  const row = await tx.first(
    q
      .selectFrom('channel_folder')
      .selectAll()
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', id)
      .forUpdate(),
  );
  if (row === undefined) throw badRequest('There is no such channel folder.');
  return row;
}

export type FolderRow = Selectable<Schema['channel_folder']>;

export function presentFolder(row: FolderRow): z.infer<typeof channelFolder> {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    rendered_description: row.rendered_description,
    order: row.display_order,
    creator_id: row.creator_id,
    date_created: Math.floor(row.created_at.getTime() / 1000),
    is_archived: row.is_archived,
  };
}

export const channelFoldersState: ReadState<'channel_folders'> = async ({ reader, realm }) => ({
  channel_folders: (await listFolders(reader, realm.id)).map(presentFolder),
});
