import { pictureResponse } from '../../../http/files/picture-response.ts';
import { pathNotFound } from '../../../http/response.ts';
import type { Page } from '../../../http/page.ts';
import { DAY_SECONDS, picture, YEAR_SECONDS } from './picture.ts';

const FILE_NAME = /^(u?)([0-9a-f]{40})(-medium)?\.png$/;
const SMALL = 100;
const MEDIUM = 500;

/**
 * The uploaded avatar, or a drawn one for users without an upload. The file name changes with the avatar; requests
 * for a deleted avatar get a drawn one.
 */
export const userAvatar: Page = {
  path: '/user_avatars/:realm_id/:file',
  handle: async (world, { pathParameters: inPath }) => {
    const { realm_id: realm = '', file = '' } = inPath;
    const [, uploaded, name, medium] = FILE_NAME.exec(file) ?? [];
    if (name === undefined || !/^\d{1,15}$/.test(realm)) return pathNotFound();
    const drawn = (): Promise<Buffer> => world.drawings.draw(name, medium === undefined ? SMALL : MEDIUM);
    if (uploaded === '') return picture(world, await drawn(), YEAR_SECONDS);
    const stored = await pictureResponse(world, `avatars/${Number(realm)}/${file}`);
    return stored.status === 200 ? stored : picture(world, await drawn(), DAY_SECONDS);
  },
};
