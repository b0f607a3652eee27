import { randomBytes } from 'node:crypto';
import { contentTypeOf } from './content-type.ts';
import { reserveFile, completeFile } from './store-attachment.ts';
import { urlName, displayName } from './name.ts';
import type { AttachmentRow } from './rows.ts';
import { makeThumbnail, stillKey } from './thumbnails.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { badRequest } from '../../engine/api-error.ts';
import type { Actor } from '../../http/actor.ts';
import type { World } from '../../http/world.ts';

/** A local file to be stored as an attachment. */
export type LocalFile = { readonly name: string; readonly path: string; readonly size: number };

/**
 * Stores a file. Its row is inserted first and completed last, so that the cleanup job finds the remains of a failed
 * upload. `onReserve` runs in the transaction that inserts the row.
 */
export async function upload(
  world: World,
  actor: Actor,
  offered: LocalFile,
  onReserve: (tx: Tx) => Promise<void> = async () => {},
): Promise<AttachmentRow> {
  const { uploads } = world.config;
  if (uploads.maxMiB === 0) throw badRequest('File uploads are disabled on this server.');
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const prefix = randomBytes(1).toString('hex');
  const content_type = await contentTypeOf(offered.path);
  const thumbnail = content_type.startsWith('image/')
    ? await makeThumbnail(world, actor, offered.path)
    : undefined;
  const row = await world.write(actor.realm.id, async (tx) => {
    await onReserve(tx);
    return reserveFile(
      tx,
      world.config,
      actor,
      {
        path_id: `${actor.realm.id}/${prefix}/${secret}/${urlName(offered.name)}`,
        name: displayName(offered.name),
        key: `uploads/${actor.realm.id}/${prefix}/${randomBytes(SECRET_BYTES).toString('hex')}`,
        size: offered.size,
        content_type,
      },
      world.clock.now(),
    );
  });
  await Promise.all([
    thumbnail === undefined ? undefined : world.files.put(stillKey(row), thumbnail.content),
    world.files.put(row.key, { path: offered.path, size: offered.size }),
  ]);
  await world.write(actor.realm.id, (tx) => completeFile(tx, row.id, thumbnail?.image));
  world.metrics.uploaded(row.size);
  return row;
}

/** Makes URLs of files unguessable. */
const SECRET_BYTES = 18;
