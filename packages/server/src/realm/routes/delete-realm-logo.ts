import { deleteRealmLogo as contract } from '@parley/contract/endpoints/realm-images.ts';
import { route } from '../../http/route.ts';
import { administratorsOnly } from '../../people/gates.ts';
import { takeImage } from '../change-image.ts';

export const deleteRealmLogoRoute = route(
  contract,
  async ({ world, realm }, { night }) => {
    await takeImage(world, realm.id, night ? 'night_logo' : 'logo');
    return {};
  },
  administratorsOnly,
);
