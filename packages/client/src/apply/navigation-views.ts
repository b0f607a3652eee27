import type { NavigationView } from '@parley/contract/objects/navigation-view.ts';
import type { State } from '../state.ts';
import type { EventOf } from './event-of.ts';
import { change, put, without } from './lists.ts';

export function applyNavigationView(state: State, event: EventOf<'navigation_view'>): State {
  return state.navigation_views === undefined
    ? state
    : { ...state, navigation_views: after(state.navigation_views, event) };
}

function after(views: NavigationView[], event: EventOf<'navigation_view'>): NavigationView[] {
  switch (event.op) {
    case 'add':
      return put(views, 'fragment', event.navigation_view);
    case 'update': {
      const { is_pinned, name } = event.data;
      return change(views, 'fragment', event.fragment, (view) => ({
        ...view,
        ...(is_pinned === undefined ? {} : { is_pinned }),
        ...(name === undefined ? {} : { name }),
      }));
    }
    case 'remove':
      return without(views, 'fragment', event.fragment);
    default:
      event satisfies never;
      return views;
  }
}
