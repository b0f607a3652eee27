import * as z from 'zod';
import { boolean, string } from '../primitives.ts';

/** Fragments of the views that every client has; they carry no name of their own. */
export const builtInViews = [
  'inbox',
  'recent',
  'feed',
  'drafts',
  'narrow/has/reaction/sender/me',
  'narrow/is/mentioned',
  'narrow/is/starred',
  'scheduled',
  'reminders',
] as const;

export const navigationView = z
  .strictObject({
    fragment: string.describe('Where it leads: the part of the address behind `#`.'),
    is_pinned: boolean.describe('In the sidebar, or in the menu of further views.'),
    name: string.nullable().describe('Null for built-in views.'),
  })
  .meta({ id: 'NavigationView', description: "A view in a user's navigation." });
export type NavigationView = z.infer<typeof navigationView>;
