import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { navigationView } from '../objects/navigation-view.ts';
import { json, optional, path, text } from '../parameter.ts';
import { boolean, string } from '../primitives.ts';

const fragment = { fragment: path(string, 'The view.') };
const pinned = json(boolean, 'In the sidebar, or in the menu of further views.');

export const getNavigationViews = endpoint({
  id: 'get-navigation-views',
  method: 'GET',
  path: '/navigation_views',
  tag: 'navigation-views',
  since: 390,
  summary: 'List your navigation views',
  doc: 'The views that the caller has added or moved.',
  result: { navigation_views: z.array(navigationView) },
});

export const addNavigationView = endpoint({
  id: 'add-navigation-view',
  method: 'POST',
  path: '/navigation_views',
  tag: 'navigation-views',
  since: 390,
  summary: 'Add a navigation view',
  doc: 'Adds a view to the navigation of the caller. A view of its own needs a name; a built-in one must not have any.',
  parameters: {
    fragment: text(string, 'Where it leads: the part of the address behind `#`.'),
    is_pinned: pinned,
    name: optional(text(string, 'Name of the view. Left out for built-in views.')),
  },
});

export const editNavigationView = endpoint({
  id: 'edit-navigation-view',
  method: 'PATCH',
  path: '/navigation_views/{fragment*}',
  tag: 'navigation-views',
  since: 390,
  summary: 'Edit a navigation view',
  doc: 'Changes what was given.',
  missingIs404: true,
  parameters: { ...fragment, is_pinned: optional(pinned), name: optional(text(string, 'New name.')) },
});

export const removeNavigationView = endpoint({
  id: 'remove-navigation-view',
  method: 'DELETE',
  path: '/navigation_views/{fragment*}',
  tag: 'navigation-views',
  since: 390,
  summary: 'Remove a navigation view',
  doc: 'Removes a view from the navigation of the caller.',
  missingIs404: true,
  parameters: fragment,
});
