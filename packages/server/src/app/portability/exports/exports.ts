import type { ExportType } from '@parley/contract/objects/realm-export.ts';
import { spaceUsed } from '../../../chat/uploads/rows.ts';
import { badRequest } from '../../../engine/api-error.ts';
import { lockRealm, type RealmRow } from '../../../engine/db/realm.ts';
import { q, sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import { administrators } from '../../../engine/log/audience.ts';
import type { World } from '../../../http/world.ts';
import { listExports } from './rows.ts';

const MAX_EXPORTS_PER_WEEK = 5;
const MAX_MESSAGES = 250_000;
const MAX_FILES_GIB = 20;

type Presenting = Pick<World, 'sealer' | 'clock' | 'config'>;

/** Asks for an export, which a job makes; returns its id. */
export async function requestExport(
  world: Presenting,
  tx: Tx,
  userId: number,
  type: ExportType,
): Promise<number> {
  if (type === 'full_without_consent')
    throw badRequest('Exports of private data without consent are not possible.');
  const realm = await lockRealm(tx);
  await checkLimits(tx);
  const row = await tx.first(
    q.insertInto('realm_export').values({ realm_id: tx.realmId, user_id: userId, type }).returning('id'),
  );
  if (row === undefined) throw new Error('The export was not stored.');
  tx.record({ action: 'export.requested', object: { type: 'export', id: row.id }, after: { content: type } });
  await publishExports(world, tx, realm);
  return row.id;
}

async function checkLimits(tx: Tx): Promise<void> {
  const counts = await tx.first(sql<{ recent: number; messages: number }>`
    select (select count(*) from realm_export
        where realm_id = ${tx.realmId} and requested_at > now() - interval '7 days') as recent,
      (select count(*) from (
        select from message where realm_id = ${tx.realmId} limit ${MAX_MESSAGES + 1}) m) as messages`);
  if ((counts?.recent ?? 0) >= MAX_EXPORTS_PER_WEEK)
    throw badRequest(`An organization can be exported ${MAX_EXPORTS_PER_WEEK} times a week.`);
  if ((counts?.messages ?? 0) > MAX_MESSAGES || (await spaceUsed(tx, tx.realmId)) > MAX_FILES_GIB * 2 ** 30)
    throw badRequest(
      `An organization with more than ${MAX_MESSAGES} messages or ${MAX_FILES_GIB} GiB of files is exported by its operator: parley realm export`,
    );
}

/** Marks a complete export as deleted; `removeArchive` removes its file. */
export async function deleteExport(world: Presenting, tx: Tx, id: number): Promise<void> {
  const realm = await lockRealm(tx);
  const row = await tx.first(sql`
    update realm_export set state = 'deleted', ended_at = now()
    where realm_id = ${tx.realmId} and id = ${id} and state = 'complete' and not is_from_elsewhere returning id`);
  if (row === undefined) throw badRequest('There is no such export whose archive could be deleted.');
  tx.record({ action: 'export.deleted', object: { type: 'export', id } });
  await publishExports(world, tx, realm);
}

export async function publishExports(world: Presenting, tx: Tx, realm: RealmRow): Promise<void> {
  tx.emit(administrators, { type: 'realm_export', exports: await listExports(world, tx, realm) });
}
