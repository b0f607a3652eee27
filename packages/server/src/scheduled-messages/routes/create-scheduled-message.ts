import { createScheduledMessage as contract } from '@parley/contract/endpoints/scheduled-messages.ts';
import { route } from '../../http/route.ts';
import { isForPeople } from '../../messages/sender.ts';
import { dueAt } from '../../jobs/due-at.ts';
import { prepare } from '../prepare.ts';
import { schedule } from '../schedule.ts';

export const createScheduledMessageRoute = route(contract, async (call, parameters) => {
  const { world, realm, person, client } = call;
  const due = await dueAt(world.pool, parameters.scheduled_delivery_timestamp);
  const prepared = await prepare(call, parameters);
  const isToSelf = prepared.channel_id === null && prepared.people.every((id) => id === person.id);
  const columns = {
    ...prepared,
    client: client.name,
    is_read_by_sender: parameters.read_by_sender ?? (isForPeople(client.name) && !isToSelf),
    due_at: due,
  };
  return { scheduled_message_id: await world.write(realm.id, (tx) => schedule(tx, call, columns)) };
});
