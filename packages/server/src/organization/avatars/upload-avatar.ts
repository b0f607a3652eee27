import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { deletePictures, unreadableImage } from '../../http/files/store-pictures.ts';
import type { PictureOutput } from '../../engine/files/picture.ts';
import { uploadedKeys } from '../users/avatar.ts';
import { type Actor, shareOf, type UserRow } from '../../http/actor.ts';
import { ApiError } from '../../engine/api-error.ts';
import type { RealmRow } from '../../engine/db/realm.ts';
import type { World } from '../../http/world.ts';
import { changeAvatar } from './change-avatar.ts';

/** An avatar in the two sizes that clients request. */
export type AvatarCopies = readonly [small: Uint8Array, medium: Uint8Array];

function square(side: number): PictureOutput {
  return {
    width: side,
    height: side,
    fit: 'cover',
    format: 'png',
    animated: false,
  };
}

export async function readAvatar(
  { pictures }: Pick<World, 'pictures'>,
  actor: Actor,
  content: Uint8Array,
): Promise<AvatarCopies> {
  const made = await pictures.make(shareOf(actor), content, [square(100), square(500)]);
  const [small, medium] = made?.copies ?? [];
  if (small === undefined || medium === undefined) throw unreadableImage();
  return [small, medium];
}

/** Attempts to win against concurrent changes of the same avatar. */
const MAX_ATTEMPTS = 5;

/**
 * Stores the files under the next avatar version before increasing the version, so that clients never see the URL of
 * a missing file. Retries if a concurrent change took that version.
 */
export async function replaceAvatar(
  world: World,
  realm: RealmRow,
  id: number,
  copies: AvatarCopies,
): Promise<UserRow> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const before = await userWith(world.pool, realm.id, id, false);
    const next = { ...before, avatar_version: before.avatar_version + 1 };
    const [small, medium] = uploadedKeys(world.sealer, next);
    await world.files.put(small, copies[0]);
    await world.files.put(medium, copies[1]);
    const changed = await world.write(realm.id, async (tx) => {
      const now = await userWith(tx, realm.id, id, true);
      return now.avatar_version === before.avatar_version
        ? changeAvatar(tx, world, realm, now, 'U')
        : undefined;
    });
    if (changed !== undefined) {
      await deleteAvatarFiles(world, before);
      return changed;
    }
  }
  throw new ApiError('UNAVAILABLE', 'The avatar is being changed by several requests at once. Try again.');
}

/** Deletes the files of a replaced avatar. */
export async function deleteAvatarFiles(
  world: Pick<World, 'files' | 'report' | 'sealer'>,
  before: UserRow,
): Promise<void> {
  if (before.avatar_source === 'U') await deletePictures(world, uploadedKeys(world.sealer, before));
}

async function userWith(
  reader: Pick<Tx, 'first'>,
  realmId: number,
  id: number,
  lock: boolean,
): Promise<UserRow> {
  const user = await reader.first(
    q
      .selectFrom('realm_user')
      .selectAll()
      .where('realm_id', '=', realmId)
      .where('id', '=', id)
      .$if(lock, (query) => query.forNoKeyUpdate()),
  );
  if (user === undefined) throw new Error(`User ${id} does not exist.`);
  return user;
}
