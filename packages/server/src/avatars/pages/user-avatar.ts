import { noSuchPath } from '../../http/answer.ts';
import type { Page } from '../../http/page.ts';
import { identicon } from '../identicon.ts';
import { picture, YEAR_SECONDS } from './picture.ts';

const FILE_NAME = /^([0-9a-f]{40})(-medium)?\.png$/;
const SMALL = 100;
const MEDIUM = 500;

/** The picture of a person who has none. Its name changes whenever the picture does. */
export const userAvatar: Page = {
  path: '/user_avatars/:realm_id/:file',
  handle: async (world, { inPath }) => {
    const [, name, medium] = FILE_NAME.exec(inPath['file'] ?? '') ?? [];
    if (name === undefined || !/^\d{1,15}$/.test(inPath['realm_id'] ?? '')) return noSuchPath();
    return picture(world, identicon(name, medium === undefined ? SMALL : MEDIUM), YEAR_SECONDS);
  },
};
