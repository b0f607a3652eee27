import { createDrafts as contract } from '@parley/contract/endpoints/drafts.ts';
import { route } from '../../http/route.ts';
import { withDrafts } from '../access.ts';
import { createDrafts } from '../drafts.ts';

export const createDraftsRoute = route(
  contract,
  async ({ world, realm, person }, { drafts }) => {
    const rows = await world.write(realm.id, (tx) =>
      createDrafts(tx, { realm, person }, drafts, world.clock.now()),
    );
    return { ids: rows.map((row) => row.id) };
  },
  withDrafts,
);
