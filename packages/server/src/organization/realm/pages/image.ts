import { pictureResponse } from '../../../http/files/picture-response.ts';
import { pathNotFound } from '../../../http/response.ts';
import type { Page } from '../../../http/page.ts';
import { imageKey } from '../icon.ts';

const FILE = /^([0-9a-f]{32})\.png$/;
const REALM = /^[1-9]\d{0,14}$/;

/** Serves uploaded images of organizations without authentication: login pages show them. */
export const organizationImage: Page = {
  path: '/user_avatars/:realm_id/realm/:file',
  handle: async (world, { pathParameters: inPath }) => {
    const { realm_id: realm = '', file = '' } = inPath;
    const [, name] = FILE.exec(file) ?? [];
    if (name === undefined || !REALM.test(realm)) return pathNotFound();
    return pictureResponse(world, imageKey(Number(realm), name));
  },
};
