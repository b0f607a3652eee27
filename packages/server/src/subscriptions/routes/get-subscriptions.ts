import { getSubscriptions as contract } from '@parley/contract/endpoints/subscriptions.ts';
import { readSnapshot } from '../../db/snapshot.ts';
import { route } from '../../http/route.ts';
import { listSubscriptions } from '../list.ts';

/** One moment of the database, so that a channel and its choices belong together. Partial lists are whole ones. */
export const getSubscriptionsRoute = route(
  contract,
  async ({ world, realm, person }, { include_subscribers }) => ({
    subscriptions: await readSnapshot(world.pool, (reader) =>
      listSubscriptions(reader, { realm, person }, { people: include_subscribers !== 'false' }),
    ),
  }),
);
