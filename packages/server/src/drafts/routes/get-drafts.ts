import { getDrafts as contract } from '@parley/contract/endpoints/drafts.ts';
import { q } from '../../db/sql.ts';
import { route } from '../../http/route.ts';
import { withDrafts } from '../access.ts';
import { presentDraft } from '../present.ts';

export const getDraftsRoute = route(
  contract,
  async ({ world, person }) => {
    const rows = await world.pool.all(
      q
        .selectFrom('draft')
        .selectAll()
        .where('realm_id', '=', person.realm_id)
        .where('person_id', '=', person.id)
        .orderBy('edited_at')
        .orderBy('id'),
    );
    return { count: rows.length, drafts: rows.map(presentDraft) };
  },
  withDrafts,
);
