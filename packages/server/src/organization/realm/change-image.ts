import { randomBytes } from 'node:crypto';
import type { Config } from '../../engine/config.ts';
import { q, toJson } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { deletePictures, storePictures, unreadableImage } from '../../http/files/store-pictures.ts';
import type { PictureOutput } from '../../engine/files/picture.ts';
import { everyone } from '../../engine/log/audience.ts';
import { type Actor, shareOf } from '../../http/actor.ts';
import type { World } from '../../http/world.ts';
import { imageChange, imageKey, imagesOf, type RealmImages } from './icon.ts';
import { lockRealm } from '../../engine/db/realm.ts';
import type { ImageName } from '../../engine/files/stored-image.ts';

const PNG = { format: 'png', animated: false } as const;
const ICON: PictureOutput = { ...PNG, width: 100, height: 100, fit: 'cover' };
const LOGO: PictureOutput = { ...PNG, width: 800, height: 100, fit: 'inside' };

/** Sets an image of an organization. Stores the file before the event is published. */
export async function setImage(
  world: World,
  actor: Actor,
  name: ImageName,
  content: Uint8Array,
): Promise<RealmImages> {
  const realmId = actor.realm.id;
  const made = await world.pictures.make(shareOf(actor), content, [name === 'icon' ? ICON : LOGO]);
  const [copy] = made?.copies ?? [];
  if (copy === undefined) throw unreadableImage();
  const file = randomBytes(16).toString('hex');
  const changed = await storePictures(world, new Map([[imageKey(realmId, file), copy]]), () =>
    world.write(realmId, (tx) => changeImage(tx, world.config, name, file)),
  );
  await drop(world, realmId, changed);
  return changed.images;
}

/** Removes an uploaded image, if there is one. */
export async function removeImage(world: World, realmId: number, name: ImageName): Promise<RealmImages> {
  const changed = await world.write(realmId, (tx) => changeImage(tx, world.config, name, null));
  await drop(world, realmId, changed);
  return changed.images;
}

type ImageChange = { readonly images: RealmImages; readonly previousFile: string | null };

async function changeImage(
  tx: Tx,
  config: Config,
  name: ImageName,
  file: string | null,
): Promise<ImageChange> {
  const realm = await lockRealm(tx);
  const { file: previousFile, version } = realm.images[name] ?? { file: null, version: 0 };
  if (file === previousFile) return { images: imagesOf(config, realm), previousFile: null };
  const images = { ...realm.images, [name]: { file, version: version + 1 } };
  await tx.all(
    q
      .updateTable('realm')
      .set({ images: toJson(images) })
      .where('id', '=', tx.realmId),
  );
  tx.record({
    action: 'organization.changed',
    object: { type: 'organization' },
    before: { [name]: previousFile === null ? 'none' : 'uploaded' },
    after: { [name]: file === null ? 'none' : 'uploaded' },
  });
  const shown = imagesOf(config, { ...realm, images });
  tx.emit(everyone, { type: 'realm', op: 'update_dict', property: name, data: imageChange(name, shown) });
  return { images: shown, previousFile };
}

function drop(world: World, realmId: number, { previousFile }: ImageChange): Promise<void> {
  return deletePictures(world, previousFile === null ? [] : [imageKey(realmId, previousFile)]);
}
