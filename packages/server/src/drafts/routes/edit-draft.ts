import { editDraft as contract } from '@parley/contract/endpoints/drafts.ts';
import { route } from '../../http/route.ts';
import { withDrafts } from '../access.ts';
import { editDraft } from '../drafts.ts';

export const editDraftRoute = route(
  contract,
  async ({ world, realm, person }, { draft_id, draft }) => {
    await world.write(realm.id, (tx) => editDraft(tx, { realm, person }, draft_id, draft, world.clock.now()));
    return {};
  },
  withDrafts,
);
