import { randomBytes } from 'node:crypto';
import type { Config } from '../../engine/config.ts';
import { q, toJson } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { dropPictures, keepPictures, noPicture } from '../../http/files/keep-pictures.ts';
import type { Output } from '../../engine/files/pictures.ts';
import { everyone } from '../../engine/log/audience.ts';
import type { World } from '../../http/world.ts';
import { imageChange, imageKey, imagesOf, type RealmImages } from './icon.ts';
import { lockRealm } from '../../engine/db/realm.ts';
import type { ImageName } from '../../engine/files/stored-image.ts';

const PNG = { format: 'png', animated: false } as const;
const ICON: Output = { ...PNG, width: 100, height: 100, fit: 'cover' };
const LOGO: Output = { ...PNG, width: 800, height: 100, fit: 'inside' };

/** Gives an organization another picture. It is in its place before anybody hears of it. */
export async function giveImage(
  world: World,
  realmId: number,
  name: ImageName,
  content: Uint8Array,
): Promise<RealmImages> {
  const made = await world.pictures.make(content, [name === 'icon' ? ICON : LOGO]);
  const [copy] = made?.copies ?? [];
  if (copy === undefined) throw noPicture();
  const file = randomBytes(16).toString('hex');
  const changed = await keepPictures(world, new Map([[imageKey(realmId, file), copy]]), () =>
    world.write(realmId, (tx) => changeImage(tx, world.config, name, file)),
  );
  await drop(world, realmId, changed);
  return changed.images;
}

/** Takes an uploaded picture away. Where there is none nothing happens. */
export async function takeImage(world: World, realmId: number, name: ImageName): Promise<RealmImages> {
  const changed = await world.write(realmId, (tx) => changeImage(tx, world.config, name, null));
  await drop(world, realmId, changed);
  return changed.images;
}

type Changed = { readonly images: RealmImages; readonly before: string | null };

async function changeImage(tx: Tx, config: Config, name: ImageName, file: string | null): Promise<Changed> {
  const realm = await lockRealm(tx);
  const { file: before, version } = realm.images[name] ?? { file: null, version: 0 };
  if (file === before) return { images: imagesOf(config, realm), before: null };
  const images = { ...realm.images, [name]: { file, version: version + 1 } };
  await tx.all(
    q
      .updateTable('realm')
      .set({ images: toJson(images) })
      .where('id', '=', tx.realmId),
  );
  const shown = imagesOf(config, { ...realm, images });
  tx.emit(everyone, { type: 'realm', op: 'update_dict', property: name, data: imageChange(name, shown) });
  return { images: shown, before };
}

function drop(world: World, realmId: number, { before }: Changed): Promise<void> {
  return dropPictures(world, before === null ? [] : [imageKey(realmId, before)]);
}
