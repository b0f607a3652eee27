import { removeNavigationView as contract } from '@parley/contract/endpoints/navigation-views.ts';
import { route } from '../../http/route.ts';
import { removeView } from '../views.ts';

export const removeNavigationViewRoute = route(contract, async ({ world, realm, person }, { fragment }) => {
  await world.write(realm.id, (tx) => removeView(tx, { realm, person }, fragment));
  return {};
});
