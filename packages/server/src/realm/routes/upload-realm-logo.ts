import { uploadRealmLogo as contract } from '@parley/contract/endpoints/realm-images.ts';
import { oneFile } from '../../files/keep-pictures.ts';
import { route } from '../../http/route.ts';
import { administratorsOnly } from '../../people/gates.ts';
import { giveImage } from '../change-image.ts';

export const uploadRealmLogoRoute = route(
  contract,
  async ({ world, realm, files }, { night }) => {
    await giveImage(world, realm.id, night ? 'night_logo' : 'logo', oneFile(files).content);
    return {};
  },
  administratorsOnly,
);
