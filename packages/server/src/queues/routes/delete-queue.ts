import { deleteQueue as contract } from '@parley/contract/endpoints/queues.ts';
import { route } from '../../http/route.ts';

export const deleteQueueRoute = route(contract, async ({ world, realm, person }, { queue_id }) => {
  await world.hub.remove(realm.id, person.id, queue_id);
  return {};
});
