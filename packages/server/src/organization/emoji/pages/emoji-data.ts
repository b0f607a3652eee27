import { emojiData as data } from '@parley/markdown/emoji';
import type { Page } from '../../../http/page.ts';

const body = `${JSON.stringify(data())}\n`;

/** The names of all emoji, fetched once by each client. */
export const emojiData: Page = {
  path: '/static/emoji/emoji_api.json',
  handle: async () => ({
    status: 200,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'public, max-age=86400',
      // Web clients on other origins need this public data too.
      'access-control-allow-origin': '*',
    },
    body,
  }),
};
