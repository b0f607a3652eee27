import { reorderLinkifiers as contract } from '@parley/contract/endpoints/linkifiers.ts';
import { route } from '../../http/route.ts';
import { administratorsOnly } from '../../people/gates.ts';
import { reorderLinkifiers } from '../linkifiers.ts';

export const reorderLinkifiersRoute = route(
  contract,
  async ({ world, realm }, { ordered_linkifier_ids }) => {
    await world.write(realm.id, (tx) => reorderLinkifiers(tx, ordered_linkifier_ids));
    return {};
  },
  administratorsOnly,
);
