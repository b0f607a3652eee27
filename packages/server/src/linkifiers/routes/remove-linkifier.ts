import { removeLinkifier as contract } from '@parley/contract/endpoints/linkifiers.ts';
import { route } from '../../http/route.ts';
import { administratorsOnly } from '../../people/gates.ts';
import { removeLinkifier } from '../linkifiers.ts';

export const removeLinkifierRoute = route(
  contract,
  async ({ world, realm }, { filter_id }) => {
    await world.write(realm.id, (tx) => removeLinkifier(tx, filter_id));
    return {};
  },
  administratorsOnly,
);
