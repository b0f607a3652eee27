import type { Config } from '../../engine/config.ts';
import type { RealmRow } from '../../engine/db/realm.ts';
import { imagesOf } from '../../organization/realm/icon.ts';

/** Address to which a phone sends what the user shares with the installed client; its service worker takes it. */
export const SHARE_PATH = '/share';

const ICONS = [
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
];
/** Their sign stays whole under every mask of a phone. */
const MASKABLE_ICONS = [
  { src: '/install/maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
  { src: '/install/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];

const SHORTCUTS = [
  shortcut('New message', '/#new', 'new'),
  shortcut('Inbox', '/#inbox', 'inbox'),
  shortcut('Search', '/#search', 'search'),
];

const SCREENSHOTS = [
  screenshot('inbox-phone', 'narrow', 'Everything unread, by conversation'),
  screenshot('topic-phone', 'narrow', 'A topic of a channel'),
  screenshot('channels-phone', 'narrow', 'Channels'),
  screenshot('inbox-light', 'wide', 'Everything unread, by conversation'),
  screenshot('topic-dark', 'wide', 'A topic of a channel'),
];

/** The web app manifest of an organization, with its own icon before those of the client. */
export function manifestOf(
  config: Config,
  realm: Pick<RealmRow, 'id' | 'name' | 'subdomain' | 'images'>,
): object {
  const { icon_url, icon_source } = imagesOf(config, realm);
  const icons =
    icon_source === 'U'
      ? [{ src: icon_url, sizes: 'any', type: 'image/png', purpose: 'any' }, ...ICONS]
      : [...ICONS, ...MASKABLE_ICONS];
  return {
    id: '/',
    name: realm.name,
    short_name: realm.name,
    description: `Messages of ${realm.name}`,
    categories: ['business', 'productivity', 'social'],
    start_url: '/',
    scope: '/',
    display: 'standalone',
    display_override: ['standalone', 'minimal-ui'],
    background_color: '#f9f6f2',
    theme_color: '#f9f6f2',
    icons,
    shortcuts: SHORTCUTS,
    screenshots: SCREENSHOTS,
    share_target: {
      action: SHARE_PATH,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: {
        title: 'title',
        text: 'text',
        url: 'url',
        files: [{ name: 'files', accept: ['image/*', 'video/*', 'audio/*', 'application/pdf'] }],
      },
    },
  };
}

function shortcut(name: string, url: string, picture: string): object {
  const icon = { src: `/install/shortcut-${picture}-96.png`, sizes: '96x96', type: 'image/png' };
  return { name, url, icons: [icon] };
}

function screenshot(picture: string, form_factor: 'narrow' | 'wide', label: string): object {
  const sizes = form_factor === 'narrow' ? '390x844' : '1360x860';
  return { src: `/install/${picture}.webp`, sizes, type: 'image/webp', form_factor, label };
}
