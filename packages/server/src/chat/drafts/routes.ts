import * as endpoints from '@parley/contract/endpoints/drafts.ts';
import { requireDraftsEnabled } from './access.ts';
import { createDrafts, deleteDraft, editDraft } from './drafts.ts';
import { presentDraft } from './rows.ts';
import { q } from '../../engine/db/sql.ts';
import { route, type Route } from '../../http/route.ts';

export const draftRoutes: readonly Route[] = [
  route(
    endpoints.getDrafts,
    async ({ world, user }) => {
      const rows = await world.pool.all(
        q
          .selectFrom('draft')
          .selectAll()
          .where('realm_id', '=', user.realm_id)
          .where('user_id', '=', user.id)
          .orderBy('edited_at')
          .orderBy('id'),
      );
      return { count: rows.length, drafts: rows.map(presentDraft) };
    },
    requireDraftsEnabled,
  ),
  route(
    endpoints.createDrafts,
    async ({ world, realm, user }, { drafts }) => {
      const rows = await world.write(realm.id, (tx) =>
        createDrafts(tx, { realm, user }, drafts, world.clock.now()),
      );
      return { ids: rows.map((row) => row.id) };
    },
    requireDraftsEnabled,
  ),
  route(
    endpoints.editDraft,
    async ({ world, realm, user }, { draft_id, draft }) => {
      await world.write(realm.id, (tx) => editDraft(tx, { realm, user }, draft_id, draft, world.clock.now()));
      return {};
    },
    requireDraftsEnabled,
  ),
  route(
    endpoints.deleteDraft,
    async ({ world, realm, user }, { draft_id }) => {
      await world.write(realm.id, (tx) => deleteDraft(tx, { realm, user }, draft_id));
      return {};
    },
    requireDraftsEnabled,
  ),
];
