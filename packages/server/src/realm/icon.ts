import { createHash } from 'node:crypto';
import type { Config } from '../config.ts';
import { ICON_PATH } from './pages/icon.ts';
import type { RealmRow } from './realm.ts';

export type RealmImages = {
  readonly icon_url: string;
  readonly icon_source: 'G' | 'U';
  readonly logo_url: string;
  readonly logo_source: 'D' | 'U';
  readonly night_logo_url: string;
  readonly night_logo_source: 'D' | 'U';
};

/** The pictures of an organization. Nobody can upload one yet, so these are the ones it starts with. */
export const imagesOf = (config: Config, realm: Pick<RealmRow, 'subdomain'>): RealmImages => ({
  icon_url: config.gravatar ? hostedIcon(realm.subdomain) : ownIcon,
  icon_source: 'G',
  logo_url: ownIcon,
  logo_source: 'D',
  night_logo_url: ownIcon,
  night_logo_source: 'D',
});

const ownIcon = `${ICON_PATH}?version=0`;

const hostedIcon = (subdomain: string): string =>
  `https://secure.gravatar.com/avatar/${createHash('md5').update(subdomain).digest('hex')}?d=identicon`;
