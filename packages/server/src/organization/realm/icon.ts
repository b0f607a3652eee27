import { createHash } from 'node:crypto';
import type { Config } from '../../engine/config.ts';
import { ICON_PATH } from './pages/icon.ts';
import type { RealmRow } from '../../engine/db/realm.ts';
import type { ImageName } from '../../engine/files/stored-image.ts';

export type RealmImages = {
  readonly icon_url: string;
  readonly icon_source: 'G' | 'U';
  readonly logo_url: string;
  readonly logo_source: 'D' | 'U';
  readonly night_logo_url: string;
  readonly night_logo_source: 'D' | 'U';
};

/** The images of an organization: uploaded ones, or else the defaults. */
export function imagesOf(config: Config, realm: Pick<RealmRow, 'id' | 'subdomain' | 'images'>): RealmImages {
  const [icon, logo, night] = [
    uploaded(realm, 'icon'),
    uploaded(realm, 'logo'),
    uploaded(realm, 'night_logo'),
  ];
  return {
    icon_url: icon ?? (config.gravatar ? gravatarIcon(realm.subdomain) : defaultIcon),
    icon_source: icon === undefined ? 'G' : 'U',
    logo_url: logo ?? defaultIcon,
    logo_source: logo === undefined ? 'D' : 'U',
    night_logo_url: night ?? defaultIcon,
    night_logo_source: night === undefined ? 'D' : 'U',
  };
}

/** The event data for a changed image. */
export function imageChange(name: ImageName, images: RealmImages): Partial<RealmImages> {
  return {
    [`${name}_source`]: images[`${name}_source`],
    [`${name}_url`]: images[`${name}_url`],
  };
}

/** The storage key of an image. File names are random and cannot be guessed. */
export function imageKey(realmId: number, file: string): string {
  return `realm/${realmId}/${file}.png`;
}

function uploaded({ id, images }: Pick<RealmRow, 'id' | 'images'>, name: ImageName): string | undefined {
  const image = images[name];
  return image === undefined || image.file === null
    ? undefined
    : `/user_avatars/${id}/realm/${image.file}.png?version=${image.version}`;
}

const defaultIcon = `${ICON_PATH}?version=0`;

function gravatarIcon(subdomain: string): string {
  return `https://secure.gravatar.com/avatar/${createHash('md5').update(subdomain).digest('hex')}?d=identicon`;
}
