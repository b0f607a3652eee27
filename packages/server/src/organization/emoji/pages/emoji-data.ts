import { emojiData as data } from '@parley/markdown/emoji';
import type { Page } from '../../../http/page.ts';

const body = `${JSON.stringify(data())}\n`;

/** The names of all emoji, which clients fetch once. */
export const emojiData: Page = {
  path: '/static/emoji/emoji_api.json',
  handle: async () => ({
    status: 200,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'public, max-age=86400',
      // Clients in pages of other origins need it as much as the API, and everybody may know it.
      'access-control-allow-origin': '*',
    },
    body,
  }),
};
