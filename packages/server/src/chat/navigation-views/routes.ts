import * as endpoints from '@parley/contract/endpoints/navigation-views.ts';
import { presentView, viewsOf } from './rows.ts';
import { addView, editView, removeView } from './views.ts';
import { route, type Route } from '../../http/route.ts';

export const navigationViewRoutes: readonly Route[] = [
  route(endpoints.getNavigationViews, async ({ world, user }) => {
    const rows = await viewsOf(world.pool, user);
    return { navigation_views: rows.map(presentView) };
  }),
  route(endpoints.addNavigationView, async ({ world, realm, user }, { fragment, is_pinned, name }) => {
    await world.write(realm.id, (tx) =>
      addView(tx, { realm, user }, { fragment, isPinned: is_pinned, name }),
    );
    return {};
  }),
  route(endpoints.editNavigationView, async ({ world, realm, user }, { fragment, is_pinned, name }) => {
    await world.write(realm.id, (tx) =>
      editView(tx, { realm, user }, fragment, { isPinned: is_pinned, name }),
    );
    return {};
  }),
  route(endpoints.removeNavigationView, async ({ world, realm, user }, { fragment }) => {
    await world.write(realm.id, (tx) => removeView(tx, { realm, user }, fragment));
    return {};
  }),
];
