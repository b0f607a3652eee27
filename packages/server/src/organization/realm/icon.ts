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

/** The pictures of an organization: those that were uploaded, and otherwise the ones with which it starts. */
export function imagesOf(config: Config, realm: Pick<RealmRow, 'id' | 'subdomain' | 'images'>): RealmImages {
  const [icon, logo, night] = [
    uploaded(realm, 'icon'),
    uploaded(realm, 'logo'),
    uploaded(realm, 'night_logo'),
  ];
  return {
    icon_url: icon ?? (config.gravatar ? hostedIcon(realm.subdomain) : ownIcon),
    icon_source: icon === undefined ? 'G' : 'U',
    logo_url: logo ?? ownIcon,
    logo_source: logo === undefined ? 'D' : 'U',
    night_logo_url: night ?? ownIcon,
    night_logo_source: night === undefined ? 'D' : 'U',
  };
}

/** What an event says when one of them changed. */
export function imageChange(name: ImageName, images: RealmImages): Partial<RealmImages> {
  return {
    [`${name}_source`]: images[`${name}_source`],
    [`${name}_url`]: images[`${name}_url`],
  };
}

/** Where a picture lies in the store. Nobody can guess the names of files. */
export function imageKey(realmId: number, file: string): string {
  return `realm/${realmId}/${file}.png`;
}

function uploaded({ id, images }: Pick<RealmRow, 'id' | 'images'>, name: ImageName): string | undefined {
  const image = images[name];
  return image === undefined || image.file === null
    ? undefined
    : `/user_avatars/${id}/realm/${image.file}.png?version=${image.version}`;
}

const ownIcon = `${ICON_PATH}?version=0`;

function hostedIcon(subdomain: string): string {
  return `https://secure.gravatar.com/avatar/${createHash('md5').update(subdomain).digest('hex')}?d=identicon`;
}
