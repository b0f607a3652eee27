import { randomBytes, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Selectable } from 'kysely';
import type { Schema } from '../../../engine/db/schema.ts';
import { q, sql, toJson } from '../../../engine/db/sql.ts';
import { spoolDirectory } from '../../../engine/files/store.ts';
import type { Actor } from '../../../http/actor.ts';
import type { World } from '../../../http/world.ts';

export type PartialRow = Selectable<Schema['partial_upload']>;

const MAX_UNFINISHED_UPLOADS_PER_USER = 10;
const MAX_PIECES_PER_UPLOAD = 1000;

/** Begins an upload in pieces; undefined if the user has too many unfinished uploads. */
export async function beginUpload(
  { pool }: World,
  { realm, user }: Actor,
  { id, size, metadata }: Pick<PartialRow, 'id' | 'size' | 'metadata'>,
): Promise<PartialRow | undefined> {
  return pool.first(
    sql<PartialRow>`
      insert into partial_upload (realm_id, id, user_id, size, metadata, pieces, received, touched_at)
      select ${realm.id}, ${id}, ${user.id}, ${size}, ${toJson(metadata)}, '{}', 0, now()
      where (
        select count(*) from partial_upload where realm_id = ${realm.id} and user_id = ${user.id}
      ) < ${MAX_UNFINISHED_UPLOADS_PER_USER} returning *`,
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
  const target = createWriteStream(spooled, { flags: 'wx' });
  let failure: unknown;
  try {
    await pipeline(content, target).catch((error: unknown) => {
      failure = error;
    });
    const offset =
      target.bytesWritten === 0
        ? partial.received
        : await store(world, partial, spooled, target.bytesWritten);
    if (failure !== undefined) throw failure;
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
    await pipeline(piece.content, createWriteStream(whole, { flags: index === 0 ? 'wx' : 'a' }));
  }
  if (received === 0) await pipeline([], createWriteStream(whole, { flags: 'wx' }));
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
  await mkdir(directory, { recursive: true });
  return path.join(directory, randomUUID());
}
