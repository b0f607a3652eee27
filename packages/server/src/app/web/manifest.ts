import type { Config } from '../../engine/config.ts';
import type { RealmRow } from '../../engine/db/realm.ts';
import { imagesOf } from '../../organization/realm/icon.ts';

const ICONS = [
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any maskable' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any maskable' },
];

/** The web app manifest of an organization, with its own icon before those of the client. */
export function manifestOf(
  config: Config,
  realm: Pick<RealmRow, 'id' | 'name' | 'subdomain' | 'images'>,
): object {
  const { icon_url, icon_source } = imagesOf(config, realm);
  return {
    id: '/',
    name: realm.name,
    short_name: realm.name,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#f8f6f2',
    theme_color: '#f8f6f2',
    icons: [...(icon_source === 'U' ? [{ src: icon_url, sizes: 'any', type: 'image/png' }] : []), ...ICONS],
  };
}
