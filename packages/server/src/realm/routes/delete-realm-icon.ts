import { deleteRealmIcon as contract } from '@parley/contract/endpoints/realm-images.ts';
import { route } from '../../http/route.ts';
import { administratorsOnly } from '../../people/gates.ts';
import { takeImage } from '../change-image.ts';

export const deleteRealmIconRoute = route(
  contract,
  async ({ world, realm }) => {
    const { icon_url } = await takeImage(world, realm.id, 'icon');
    return { icon_url };
  },
  administratorsOnly,
);
