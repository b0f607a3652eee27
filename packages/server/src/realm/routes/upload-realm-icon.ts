import { uploadRealmIcon as contract } from '@parley/contract/endpoints/realm-images.ts';
import { oneFile } from '../../files/keep-pictures.ts';
import { route } from '../../http/route.ts';
import { administratorsOnly } from '../../people/gates.ts';
import { giveImage } from '../change-image.ts';

export const uploadRealmIconRoute = route(
  contract,
  async ({ world, realm, files }) => {
    const { icon_url } = await giveImage(world, realm.id, 'icon', oneFile(files).content);
    return { icon_url };
  },
  administratorsOnly,
);
