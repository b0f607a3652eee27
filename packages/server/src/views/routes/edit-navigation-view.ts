import { editNavigationView as contract } from '@parley/contract/endpoints/navigation-views.ts';
import { route } from '../../http/route.ts';
import { editView } from '../views.ts';

export const editNavigationViewRoute = route(
  contract,
  async ({ world, realm, person }, { fragment, is_pinned, name }) => {
    await world.write(realm.id, (tx) =>
      editView(tx, { realm, person }, fragment, { isPinned: is_pinned, name }),
    );
    return {};
  },
);
