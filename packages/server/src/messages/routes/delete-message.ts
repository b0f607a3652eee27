import { deleteMessage as contract } from '@parley/contract/endpoints/messages.ts';
import { route } from '../../http/route.ts';
import { deleteMessage } from '../editing/delete-message.ts';

export const deleteMessageRoute = route(contract, async ({ world, realm, person }, { message_id }) => {
  await world.write(realm.id, (tx) => deleteMessage(tx, { realm, person }, message_id, world.clock.now()));
  return {};
});
