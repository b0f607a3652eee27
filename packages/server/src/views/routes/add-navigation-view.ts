import { addNavigationView as contract } from '@parley/contract/endpoints/navigation-views.ts';
import { route } from '../../http/route.ts';
import { addView } from '../views.ts';

export const addNavigationViewRoute = route(
  contract,
  async ({ world, realm, person }, { fragment, is_pinned, name }) => {
    await world.write(realm.id, (tx) =>
      addView(tx, { realm, person }, { fragment, isPinned: is_pinned, name }),
    );
    return {};
  },
);
