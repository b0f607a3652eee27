import { recordChange } from '../../engine/audit/record-change.ts';
import { limits } from '@parley/contract/limits.ts';
import { accessFolder, type FolderRow, listFolders, presentFolder } from './rows.ts';
import { checkName, renderDescription } from '../channels/names.ts';
import { isUniqueViolation } from '../../engine/db/errors.ts';
import { countOfRealm, lockRealm } from '../../engine/db/realm.ts';
import { q, type Query, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { everyone } from '../../engine/log/audience.ts';
import { badRequest } from '../../engine/api-error.ts';
import type { Actor } from '../../http/actor.ts';

export async function createFolder(
  tx: Tx,
  { user }: Actor,
  request: { readonly name: string; readonly description: string },
  now: number,
): Promise<FolderRow> {
  const name = checkName(request.name, limits.channelFolderNameLength);
  const { description, rendered_description } = renderDescription(request.description);
  // A reorder must list all folders, so none may be added concurrently.
  await lockRealm(tx);
  if ((await countOfRealm(tx, 'channel_folder')) >= limits.channelFoldersPerRealm)
    throw badRequest(`An organization can have at most ${limits.channelFoldersPerRealm} channel folders.`);
  const folder = await write(
    tx,
    sql<FolderRow>`
      with made as (select nextval('channel_folder_id') as id)
      insert into channel_folder
        (realm_id, id, name, description, rendered_description, display_order, creator_id, created_at)
      select ${tx.realmId}, id, ${name}, ${description}, ${rendered_description}, id, ${user.id},
        ${new Date(now)}
      from made returning *`,
  );
  tx.record({
    action: 'folder.created',
    object: { type: 'folder', id: folder.id },
    after: { name, description },
  });
  tx.emit(everyone, { type: 'channel_folder', op: 'add', channel_folder: presentFolder(folder) });
  return folder;
}

export type FolderChange = {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly is_archived?: boolean | undefined;
};

export async function updateFolder(tx: Tx, id: number, request: FolderChange): Promise<void> {
  const folder = await accessFolder(tx, id);
  const requested = {
    ...(request.name === undefined ? {} : { name: checkName(request.name, limits.channelFolderNameLength) }),
    ...(request.description === undefined ? {} : renderDescription(request.description)),
    ...(request.is_archived === undefined ? {} : { is_archived: request.is_archived }),
  };
  const data = Object.fromEntries(
    Object.entries(requested).filter(([key, value]) => folder[key as keyof typeof requested] !== value),
  );
  if (Object.keys(data).length === 0) return;
  if (data['is_archived'] === true) await checkEmpty(tx, id);
  await write(
    tx,
    q
      .updateTable('channel_folder')
      .set(data)
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', id)
      .returningAll(),
  );
  const { rendered_description: _, ...after } = data;
  recordChange(tx, 'folder.changed', { type: 'folder', id }, folder, after);
  tx.emit(everyone, { type: 'channel_folder', op: 'update', channel_folder_id: id, data });
}

/** Reorders the folders. The order must list all of them, including archived ones. */
export async function reorderFolders(tx: Tx, order: readonly number[]): Promise<void> {
  await lockRealm(tx);
  const folders = await listFolders(tx, tx.realmId);
  const named = new Set(order);
  if (
    named.size !== order.length ||
    named.size !== folders.length ||
    folders.some(({ id }) => !named.has(id))
  )
    throw badRequest('order must contain the id of every folder exactly once.');
  await tx.all(
    sql`update channel_folder f set display_order = n.position
      from unnest(${[...order]}::bigint[]) with ordinality as n (id, position)
      where f.realm_id = ${tx.realmId} and f.id = n.id`,
  );
  const before = { order: folders.map(({ id }) => id) };
  tx.record({ action: 'folder.order-changed', before, after: { order } });
  tx.emit(everyone, { type: 'channel_folder', op: 'reorder', order: [...order] });
}

async function checkEmpty(tx: Tx, id: number): Promise<void> {
  const channel = await tx.first(
    q
      .selectFrom('channel')
      .select('id')
      .where('realm_id', '=', tx.realmId)
      .where('folder_id', '=', id)
      .limit(1),
  );
  if (channel !== undefined) throw badRequest('A folder that contains channels cannot be archived.');
}

/** Names of folders that are not archived are unique, ignoring case. */
async function write(tx: Tx, query: Query<FolderRow>): Promise<FolderRow> {
  try {
    const row = await tx.first(query);
    if (row === undefined) throw new Error('The channel folder does not exist.');
    return row;
  } catch (error) {
    if (isUniqueViolation(error, 'channel_folder_name'))
      throw badRequest('A channel folder with this name already exists.');
    throw error;
  }
}
