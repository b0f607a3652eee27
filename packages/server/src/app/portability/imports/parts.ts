import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { badRequest } from '../../../engine/api-error.ts';
import { sql } from '../../../engine/db/sql.ts';
import { PRIVATE_DIRECTORY, PRIVATE_FILE_MODE } from '../../../engine/files/private.ts';
import type { SpooledFile } from '../../../http/fields.ts';
import type { AdmitFile } from '../../../http/route.ts';
import type { World } from '../../../http/world.ts';
import { ownersOnly } from '../../../organization/users/gates.ts';
import { findImport, type ImportRow } from './rows.ts';

/** Bytes of a part: small enough to be repeated after a broken connection. */
const PART_BYTES = 8 * 1024 * 1024;
/** Parts of an archive, so that nobody fills the row of an import with single bytes. */
const MAX_PARTS = 20_000;

export function partSize({ config }: Pick<World, 'config'>): number {
  return Math.min(PART_BYTES, config.uploads.maxMiB * 1024 * 1024);
}

/** Only owners send parts; a part may be larger than the size that clients are told. */
export const admitPart: AdmitFile = async ({ runningUploads }, actor, declaredBytes, maxFileBytes) => {
  ownersOnly(actor);
  const end = runningUploads.begin(actor, Math.min(declaredBytes ?? maxFileBytes, maxFileBytes));
  return Promise.resolve({ maxBytes: maxFileBytes, end });
};

/** Keeps the next part of an archive; the last one lets a job check it. Returns the bytes that arrived. */
export async function addPart(
  world: World,
  realmId: number,
  id: number,
  offset: number,
  part: Pick<SpooledFile, 'path' | 'size'>,
): Promise<number> {
  const { state, received, size, parts } = await findImport(world.pool, realmId, id);
  if (state !== 'receiving') throw badRequest(`Import ${id} waits for no part.`);
  if (offset !== received) throw badRequest(`The next part of import ${id} begins at byte ${received}.`);
  if (part.size === 0 || received + part.size > size)
    throw badRequest(`Import ${id} has room for ${size - received} bytes, and for none without content.`);
  if (parts.length >= MAX_PARTS) throw badRequest(`An archive has at most ${MAX_PARTS} parts.`);
  const key = `imports/${realmId}/${id}/${randomBytes(9).toString('hex')}`;
  await world.files.put(key, part);
  const row = await world.pool.first(sql<{ received: number }>`
    update chat_import set parts = parts || ${key}::text, received = received + ${part.size}, touched_at = now(),
      state = case when received + ${part.size} = size then 'checking' else state end
    where realm_id = ${realmId} and id = ${id} and received = ${received} and state = 'receiving' returning received`);
  if (row !== undefined) return row.received;
  await world.files.delete(key);
  throw badRequest(`Another request sent this part of import ${id}.`);
}

/** The archive as a file on this machine, below the directory of files; made once for all attempts. */
export async function archiveFile(
  world: World,
  { id, parts, size }: Pick<ImportRow, 'id' | 'parts' | 'size'>,
  pace: () => Promise<void>,
): Promise<string> {
  const directory = workDirectory(world, id);
  const file = path.join(directory, 'archive');
  const found = await stat(file).catch(() => undefined);
  if (found?.size === size) return file;
  await mkdir(directory, PRIVATE_DIRECTORY);
  const draft = `${file}.partial`;
  for (const [index, key] of parts.entries()) {
    const part = await world.files.get(key);
    if (part === undefined) throw new Error(`Part ${key} of an archive is missing from the store.`);
    const flags = index === 0 ? 'w' : 'a';
    await pipeline(part.content, createWriteStream(draft, { flags, mode: PRIVATE_FILE_MODE }));
    await pace();
  }
  await rename(draft, file);
  return file;
}

/** The directory of an import while a job works on it. */
export function workDirectory({ config }: Pick<World, 'config'>, id: number): string {
  return path.join(config.files.directory, 'imports', String(id));
}

export async function deleteParts({ files }: Pick<World, 'files'>, parts: readonly string[]): Promise<void> {
  for (const key of parts) await files.delete(key);
}
