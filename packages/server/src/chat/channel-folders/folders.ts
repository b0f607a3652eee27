import { limits } from '@parley/contract/limits.ts';
import { accessFolder, type FolderRow, listFolders, presentFolder } from './rows.ts';
import { checkName, describe } from '../channels/names.ts';
import { isTaken } from '../../engine/db/errors.ts';
import { lockRealm } from '../../engine/db/realm.ts';
import { q, type Query, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { everyone } from '../../engine/log/audience.ts';
import { badRequest } from '../../engine/api-error.ts';
import type { Actor } from '../../http/actor.ts';

export async function createFolder(
  tx: Tx,
  { user }: Actor,
  given: { readonly name: string; readonly description: string },
  now: number,
): Promise<FolderRow> {
  const name = checkName(given.name, limits.channelFolderNameLength);
  const { description, rendered_description } = describe(given.description);
  // Whoever puts the folders into another order has to know all of them.
  await lockRealm(tx);
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
  tx.emit(everyone, { type: 'channel_folder', op: 'add', channel_folder: presentFolder(folder) });
  return folder;
}

export type FolderChange = {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly is_archived?: boolean | undefined;
};

export async function updateFolder(tx: Tx, id: number, given: FolderChange): Promise<void> {
  const folder = await accessFolder(tx, id);
  const wanted = {
    ...(given.name === undefined ? {} : { name: checkName(given.name, limits.channelFolderNameLength) }),
    ...(given.description === undefined ? {} : describe(given.description)),
    ...(given.is_archived === undefined ? {} : { is_archived: given.is_archived }),
  };
  const data = Object.fromEntries(
    Object.entries(wanted).filter(([key, value]) => folder[key as keyof typeof wanted] !== value),
  );
  if (Object.keys(data).length === 0) return;
  if (data['is_archived'] === true) await refuseFull(tx, id);
  await write(
    tx,
    q
      .updateTable('channel_folder')
      .set(data)
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', id)
      .returningAll(),
  );
  tx.emit(everyone, { type: 'channel_folder', op: 'update', channel_folder_id: id, data });
}

/** Puts the folders into another order. All have to be named, archived ones too. */
export async function reorderFolders(tx: Tx, order: readonly number[]): Promise<void> {
  await lockRealm(tx);
  const known = await listFolders(tx, tx.realmId);
  const named = new Set(order);
  if (named.size !== order.length || named.size !== known.length || known.some(({ id }) => !named.has(id)))
    throw badRequest('The order has to name every folder once.');
  await tx.all(
    sql`update channel_folder f set display_order = n.place
      from unnest(${[...order]}::bigint[]) with ordinality as n (id, place)
      where f.realm_id = ${tx.realmId} and f.id = n.id`,
  );
  tx.emit(everyone, { type: 'channel_folder', op: 'reorder', order: [...order] });
}

async function refuseFull(tx: Tx, id: number): Promise<void> {
  const channel = await tx.first(
    q
      .selectFrom('channel')
      .select('id')
      .where('realm_id', '=', tx.realmId)
      .where('folder_id', '=', id)
      .limit(1),
  );
  if (channel !== undefined) throw badRequest('A folder that holds channels cannot be archived.');
}

/** Folders that are not archived have names of their own, in any case. */
async function write(tx: Tx, query: Query<FolderRow>): Promise<FolderRow> {
  try {
    const row = await tx.first(query);
    if (row === undefined) throw new Error('The folder is gone.');
    return row;
  } catch (error) {
    if (isTaken(error, 'channel_folder_name')) throw badRequest('Another folder has this name.');
    throw error;
  }
}
