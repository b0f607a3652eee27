import { deleteScheduledMessage as contract } from '@parley/contract/endpoints/scheduled-messages.ts';
import { route } from '../../http/route.ts';
import { deleteScheduled } from '../schedule.ts';

export const deleteScheduledMessageRoute = route(contract, async (call, { scheduled_message_id }) => {
  await call.world.write(call.realm.id, (tx) => deleteScheduled(tx, call, scheduled_message_id));
  return {};
});
