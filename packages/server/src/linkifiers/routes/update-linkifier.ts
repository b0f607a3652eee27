import { updateLinkifier as contract } from '@parley/contract/endpoints/linkifiers.ts';
import { route } from '../../http/route.ts';
import { administratorsOnly } from '../../people/gates.ts';
import { updateLinkifier } from '../linkifiers.ts';

export const updateLinkifierRoute = route(
  contract,
  async ({ world, realm }, { filter_id, ...input }) => {
    await world.write(realm.id, (tx) => updateLinkifier(tx, filter_id, input));
    return {};
  },
  administratorsOnly,
);
