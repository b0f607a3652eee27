import type { NavigationView } from '@parley/contract/objects/navigation-view.ts';
import type { Selectable } from 'kysely';
import type { Schema } from '../db/schema.ts';

export type ViewRow = Selectable<Schema['navigation_view']>;

export const presentView = (row: ViewRow): NavigationView => ({
  fragment: row.fragment,
  is_pinned: row.is_pinned,
  name: row.name,
});
