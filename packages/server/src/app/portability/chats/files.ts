import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Upload } from '@parley/markdown';
import { contentTypeOf } from '../../../chat/uploads/content-type.ts';
import { displayName, urlName } from '../../../chat/uploads/name.ts';
import type { NewFile } from '../../../chat/uploads/store-attachment.ts';
import { makeThumbnail, stillKey } from '../../../chat/uploads/thumbnails.ts';
import { q, sql } from '../../../engine/db/sql.ts';
import { PRIVATE_DIRECTORY, PRIVATE_FILE_MODE } from '../../../engine/files/private.ts';
import { spoolDirectory } from '../../../engine/files/store.ts';
import type { Actor } from '../../../http/actor.ts';
import type { World } from '../../../http/world.ts';
import type { ChatArchive, ImportedFile } from './form.ts';
import { findImported, noteImported } from './imported.ts';
import type { ImportReport } from './report.ts';

/** A stored file: its row, and what rendering needs of it. */
export type KeptFile = { readonly id: number; readonly path: string; readonly upload: Upload };

export type Files = {
  /** Stores a file of the archive; undefined if the archive does not have it, or only its address. */
  store(file: ImportedFile, ownerId: number): Promise<KeptFile | undefined>;
};

type Storing = {
  readonly world: World;
  readonly actor: Actor;
  readonly origin: string;
  readonly importId: number;
  readonly archive: Pick<ChatArchive, 'openFile'>;
  readonly report: ImportReport;
};

export function createFiles(storing: Storing): Files {
  const { world, actor, origin, archive, report } = storing;
  return {
    store: async (file, ownerId) => {
      if (file.path === undefined) {
        return leaveOut(
          report,
          file,
          file.url === undefined ? 'files that are not in the archive' : 'files that are only linked',
        );
      }
      const known = await findImported(world.pool, actor.realm.id, origin, 'file', [file.key]);
      const id = known.get(file.key);
      if (id !== undefined) return readFile(storing, id);
      const content = await archive.openFile(file.path).catch(() => undefined);
      if (content === undefined) {
        return leaveOut(report, file, 'files that are missing in the archive');
      }
      const draft = path.join(await spool(world), `import-${randomBytes(12).toString('hex')}`);
      try {
        if (!(await receive(content, draft, world.config.uploads.maxMiB))) {
          return leaveOut(report, file, 'files that are too large');
        }
        const stored = await keep(storing, file, draft, ownerId);
        report.take('files');
        return stored;
      } catch (error) {
        if (!isDamage(error)) throw error;
        return leaveOut(report, file, 'files that are damaged in the archive');
      } finally {
        await rm(draft, { force: true });
      }
    },
  };
}

function leaveOut(report: ImportReport, { name }: ImportedFile, reason: string): undefined {
  report.skip(reason);
  report.note(reason, name);
  return undefined;
}

async function spool({ config }: World): Promise<string> {
  const directory = spoolDirectory(config.files);
  await mkdir(directory, PRIVATE_DIRECTORY);
  return directory;
}

class TooLargeError extends Error {
  override name = 'TooLargeError';
}

/** A part of an archive that cannot be unpacked. */
export class DamagedPartError extends Error {
  override name = 'DamagedPartError';
}

function isDamage(error: unknown): boolean {
  return error instanceof DamagedPartError;
}

/** Whether the file is within the limit of uploads. */
async function receive(content: Readable, draft: string, maxMiB: number): Promise<boolean> {
  let bytes = 0;
  const limit = new Transform({
    transform: (chunk: Buffer, _, done) => {
      bytes += chunk.length;
      done(bytes > maxMiB * 1024 * 1024 ? new TooLargeError('The file is too large.') : null, chunk);
    },
  });
  try {
    await pipeline(content, limit, createWriteStream(draft, { mode: PRIVATE_FILE_MODE }));
    return true;
  } catch (error) {
    if (error instanceof TooLargeError) return false;
    throw new DamagedPartError('A file of the archive cannot be read.', { cause: error });
  }
}

/** The type comes from the bytes. The row is first, so that the cleanup job finds what a crash leaves. */
async function keep(storing: Storing, file: ImportedFile, draft: string, ownerId: number): Promise<KeptFile> {
  const { world, actor, origin, importId } = storing;
  const { size } = await stat(draft);
  const content_type = await contentTypeOf(draft);
  const thumbnail = content_type.startsWith('image/')
    ? await makeThumbnail(world, actor, draft).catch(() => undefined)
    : undefined;
  const prefix = randomBytes(1).toString('hex');
  const row = {
    path_id: `${actor.realm.id}/${prefix}/${randomBytes(18).toString('base64url')}/${urlName(file.name)}`,
    key: `uploads/${actor.realm.id}/${prefix}/${randomBytes(18).toString('hex')}`,
    name: displayName(file.name),
    size,
    content_type,
  };
  const id = await reserve(storing, row, ownerId);
  if (thumbnail !== undefined) await world.files.put(stillKey(row), thumbnail.content);
  await world.files.put(row.key, { path: draft, size });
  await world.write(actor.realm.id, async (tx) => {
    await tx.all(
      q
        .updateTable('attachment')
        .set({ state: 'kept', ...thumbnail?.image })
        .where('realm_id', '=', tx.realmId)
        .where('id', '=', id),
    );
    await noteImported(tx, { origin, importId }, 'file', new Map([[file.key, id]]));
  });
  return stored({ id, ...row, width: null, height: null, frames: null, ...thumbnail?.image });
}

/** Limits of uploads do not hold for what an operator imports; its space counts. */
async function reserve({ world, actor }: Storing, row: NewFile, ownerId: number): Promise<number> {
  const made = await world.write(actor.realm.id, async (tx) => {
    await tx.all(
      sql`insert into upload_space (realm_id, used) values (${tx.realmId}, ${row.size})
        on conflict (realm_id) do update set used = upload_space.used + excluded.used`,
    );
    return tx.first(
      q
        .insertInto('attachment')
        .values({
          ...row,
          realm_id: tx.realmId,
          user_id: ownerId,
          created_at: sql<Date>`now()`,
          state: 'arriving',
          unused_since: sql<Date>`now()`,
        })
        .returning('id'),
    );
  });
  if (made === undefined) throw new Error('The attachment row was not inserted.');
  return made.id;
}

type Row = {
  readonly id: number;
  readonly path_id: string;
  readonly content_type: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly frames: number | null;
};

async function readFile({ world, actor }: Storing, id: number): Promise<KeptFile | undefined> {
  const row = await world.pool.first(sql<Row>`
    select id, path_id, content_type, width, height, frames from attachment
    where realm_id = ${actor.realm.id} and id = ${id} and state = 'kept'`);
  return row === undefined ? undefined : stored(row);
}

function stored({ id, path_id, content_type, width, height, frames }: Row): KeptFile {
  const image =
    width === null || height === null || frames === null
      ? {}
      : { image: { width, height, thumbnail: 'ready' as const, animated: frames > 1 } };
  return { id, path: path_id, upload: { path: path_id, contentType: content_type, ...image } };
}
