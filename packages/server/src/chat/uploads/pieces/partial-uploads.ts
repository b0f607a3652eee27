import { randomBytes, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PRIVATE_DIRECTORY, PRIVATE_FILE_MODE } from '../../../engine/files/private.ts';
import type { Selectable } from 'kysely';
import type { Schema } from '../../../engine/db/schema.ts';
import { q, sql, toJson } from '../../../engine/db/sql.ts';
import { isStorageError, StoreUnavailableError } from '../../../engine/files/errors.ts';
import { spoolDirectory } from '../../../engine/files/store.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import type { Actor } from '../../../http/actor.ts';
import { unreadableBody } from '../../../http/body.ts';
import type { World } from '../../../http/world.ts';
import { lockSelf } from '../../../organization/users/lock-self.ts';
import { countOwn } from '../../../organization/users/own-rows.ts';
import { requireWithinQuotas } from '../quotas.ts';

export type PartialRow = Selectable<Schema['partial_upload']>;

const MAX_UNFINISHED_UPLOADS_PER_USER = 10;
const MAX_PIECES_PER_UPLOAD = 1000;

/**
 * Begins an upload in pieces and reserves its space; undefined if the user has too many unfinished uploads. Requests of
 * a user are counted one after the other.
 */
export async function beginUpload(
  { config, write }: World,
  actor: Actor,
  { id, size, metadata }: Pick<PartialRow, 'id' | 'size' | 'metadata'>,
): Promise<PartialRow | undefined> {
  const { realm, user } = actor;
  return write(realm.id, async (tx) => {
    await lockSelf(tx, actor);
    if ((await countOwn(tx, actor, 'partial_upload')) >= MAX_UNFINISHED_UPLOADS_PER_USER) return undefined;
    const row = await tx.first(
      sql<PartialRow>`
        insert into partial_upload (realm_id, id, user_id, size, metadata, pieces, received, touched_at)
        values (${realm.id}, ${id}, ${user.id}, ${size}, ${toJson(metadata)}, '{}', 0, now()) returning *`,
    );
    await requireWithinQuotas(tx, config, actor);
    return row;
  });
}

/** Leaves the space of an upload to the row of its complete file. */
export async function stopCounting(tx: Tx, { id }: Pick<PartialRow, 'id'>): Promise<void> {
  await tx.all(
    q
      .updateTable('partial_upload')
      .set({ is_counted: false })
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', id),
  );
}

export function findPartialUpload(
  { pool }: World,
  { realm, user }: Actor,
  id: string,
): Promise<PartialRow | undefined> {
  return pool.first(
    q
      .selectFrom('partial_upload')
      .selectAll()
      .where('realm_id', '=', realm.id)
      .where('id', '=', id)
      .where('user_id', '=', user.id),
  );
}

/**
 * Stores a piece, even if the connection breaks off, so that the client can resume there. Returns the new offset;
 * undefined after a concurrent write, with too many pieces, or if the piece exceeds the announced size.
 */
export async function addPiece(
  world: World,
  partial: PartialRow,
  content: Readable,
): Promise<number | undefined> {
  const spooled = await newSpool(world);
  const target = createWriteStream(spooled, { flags: 'wx', mode: PRIVATE_FILE_MODE });
  let failure: unknown;
  try {
    await pipeline(content, target).catch((error: unknown) => {
      failure = error;
    });
    const offset =
      target.bytesWritten === 0
        ? partial.received
        : await store(world, partial, spooled, target.bytesWritten);
    if (failure !== undefined)
      throw isStorageError(failure) ? new StoreUnavailableError(failure) : unreadableBody();
    return offset;
  } finally {
    await rm(spooled, { force: true });
  }
}

async function store(
  { files, pool }: World,
  { realm_id, id, received, size, pieces }: PartialRow,
  file: string,
  bytes: number,
): Promise<number | undefined> {
  if (pieces.length >= MAX_PIECES_PER_UPLOAD || received + bytes > size) return undefined;
  const key = `pieces/${realm_id}/${id}/${randomBytes(9).toString('hex')}`;
  await files.put(key, { path: file, size: bytes });
  const row = await pool.first(
    sql<{ received: number }>`
      update partial_upload set pieces = pieces || ${key}::text, received = received + ${bytes},
        touched_at = now()
      where realm_id = ${realm_id} and id = ${id} and received = ${received} returning received`,
  );
  if (row === undefined) await files.delete(key);
  return row?.received;
}

/** Joins the pieces into a temporary file that the caller deletes. */
export async function joinPieces(world: World, { pieces, received }: PartialRow): Promise<string> {
  const whole = await newSpool(world);
  for (const [index, key] of pieces.entries()) {
    const piece = await world.files.get(key);
    if (piece === undefined) throw new Error(`Piece ${key} of an upload is missing from the store.`);
    await pipeline(
      piece.content,
      createWriteStream(whole, { flags: index === 0 ? 'wx' : 'a', mode: PRIVATE_FILE_MODE }),
    );
  }
  if (received === 0) await pipeline([], createWriteStream(whole, { flags: 'wx', mode: PRIVATE_FILE_MODE }));
  return whole;
}

export async function deletePartialUpload(
  { files, pool }: Pick<World, 'files' | 'pool'>,
  { realm_id, id, pieces }: PartialRow,
): Promise<void> {
  for (const key of pieces) await files.delete(key);
  await pool.all(q.deleteFrom('partial_upload').where('realm_id', '=', realm_id).where('id', '=', id));
}

async function newSpool({ config }: World): Promise<string> {
  const directory = spoolDirectory(config.files);
  await mkdir(directory, PRIVATE_DIRECTORY);
  return path.join(directory, randomUUID());
}
