import { randomBytes } from 'node:crypto';
import { contentTypeOf } from './content-type.ts';
import { expectFile, keepFile } from './keep.ts';
import { addressName, shownName } from './name.ts';
import type { AttachmentRow } from './rows.ts';
import { makeThumbnails } from './thumbnails.ts';
import { badRequest } from '../../engine/api-error.ts';
import type { Actor } from '../../http/actor.ts';
import type { World } from '../../http/world.ts';

/** A file on this machine that somebody wants to be kept. */
export type Offered = { readonly name: string; readonly path: string; readonly size: number };

/**
 * Keeps a file. Its row comes first and is complete last, so that whatever happens in between, a job finds what was
 * left behind.
 */
export async function upload(world: World, actor: Actor, offered: Offered): Promise<AttachmentRow> {
  const { uploads } = world.config;
  if (uploads.maxMiB === 0) throw badRequest('This server takes no files.');
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const shelf = randomBytes(1).toString('hex');
  const content_type = await contentTypeOf(offered.path);
  const row = await world.write(actor.realm.id, (tx) =>
    expectFile(
      tx,
      actor,
      {
        path_id: `${actor.realm.id}/${shelf}/${secret}/${addressName(offered.name)}`,
        name: shownName(offered.name),
        key: `uploads/${actor.realm.id}/${shelf}/${randomBytes(SECRET_BYTES).toString('hex')}`,
        size: offered.size,
        content_type,
      },
      uploads.quotaMiB,
      world.clock.now(),
    ),
  );
  const picture = row.content_type.startsWith('image/')
    ? await makeThumbnails(world, row.key, offered.path)
    : undefined;
  await world.files.put(row.key, { path: offered.path, size: offered.size });
  await world.write(actor.realm.id, (tx) => keepFile(tx, row.id, picture));
  return row;
}

/** Nobody guesses the address of a file. */
const SECRET_BYTES = 18;
