import { deleteDraft as contract } from '@parley/contract/endpoints/drafts.ts';
import { route } from '../../http/route.ts';
import { withDrafts } from '../access.ts';
import { deleteDraft } from '../drafts.ts';

export const deleteDraftRoute = route(
  contract,
  async ({ world, realm, person }, { draft_id }) => {
    await world.write(realm.id, (tx) => deleteDraft(tx, { realm, person }, draft_id));
    return {};
  },
  withDrafts,
);
