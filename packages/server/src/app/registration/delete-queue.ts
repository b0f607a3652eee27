import { deleteQueue as contract } from '@parley/contract/endpoints/queues.ts';
import { route } from '../../http/route.ts';

export const deleteQueueRoute = route(contract, async ({ world, realm, user }, { queue_id }) => {
  await world.hub.remove(realm.id, user.id, queue_id);
  return {};
});
