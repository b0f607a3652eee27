import type { NavigationView } from '@parley/contract/objects/navigation-view.ts';
import type { Selectable } from 'kysely';
import type { Schema } from '../../engine/db/schema.ts';
import { q, type Reader } from '../../engine/db/sql.ts';
import type { UserRow } from '../../http/actor.ts';
import type { ReadState } from '../../http/snapshot.ts';

export function viewsOf(reader: Reader, user: UserRow): Promise<ViewRow[]> {
  return reader.all(
    q
      .selectFrom('navigation_view')
      .selectAll()
      .where('realm_id', '=', user.realm_id)
      .where('user_id', '=', user.id)
      .orderBy('fragment'),
  );
}

export type ViewRow = Selectable<Schema['navigation_view']>;

export function presentView(row: Omit<ViewRow, 'id'>): NavigationView {
  return {
    fragment: row.fragment,
    is_pinned: row.is_pinned,
    name: row.name,
  };
}

export const navigationViewsState: ReadState<'navigation_views'> = async ({ reader, user }) => ({
  navigation_views: (await viewsOf(reader, user)).map(presentView),
});
