import * as z from 'zod';
import { event } from '../event.ts';
import { navigationView } from '../objects/navigation-view.ts';
import { boolean, string } from '../primitives.ts';

export const navigationViewAdd = event(
  'navigation_view',
  'add',
  { navigation_view: navigationView },
  'A view was added.',
  390,
);
export const navigationViewUpdate = event(
  'navigation_view',
  'update',
  {
    fragment: string,
    data: z
      .strictObject({ is_pinned: boolean.optional(), name: string.nullable().optional() })
      .describe('The changed fields.'),
  },
  'A view changed.',
  390,
);
export const navigationViewRemove = event(
  'navigation_view',
  'remove',
  { fragment: string },
  'A view was removed.',
  390,
);
