import { pathNotFound } from '../../../http/response.ts';
import { pictureResponse } from '../../../http/files/picture-response.ts';
import type { Page } from '../../../http/page.ts';
import { pictureKey, stillKey } from '../rows.ts';

const FILE = /^[0-9a-f]{32}\.(png|webp)$/;
const REALM = /^[1-9]\d{0,14}$/;

function pictures(path: string, keyOf: (realmId: number, file: string) => string): Page {
  return {
    path,
    handle: async (world, { pathParameters: inPath }) => {
      const { realm_id: realm = '', file = '' } = inPath;
      return REALM.test(realm) && FILE.test(file)
        ? pictureResponse(world, keyOf(Number(realm), file))
        : pathNotFound();
    },
  };
}

/** The pictures of custom emoji, public under random file names. */
export const customEmoji = pictures('/user_avatars/:realm_id/emoji/images/:file', pictureKey);
export const stillEmoji = pictures('/user_avatars/:realm_id/emoji/images/still/:file', stillKey);
