import { getNavigationViews as contract } from '@parley/contract/endpoints/navigation-views.ts';
import { route } from '../../http/route.ts';
import { presentView } from '../present.ts';
import { viewsOf } from '../queries.ts';

export const getNavigationViewsRoute = route(contract, async ({ world, person }) => {
  const rows = await viewsOf(world.pool, person);
  return { navigation_views: rows.map(presentView) };
});
