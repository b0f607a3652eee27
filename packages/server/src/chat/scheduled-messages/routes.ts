import * as endpoints from '@parley/contract/endpoints/scheduled-messages.ts';
import { isInteractiveClient } from '../messages/send/request.ts';
import { editScheduled } from './edit.ts';
import { prepare } from './prepare.ts';
import { presentScheduled, scheduledBy } from './rows.ts';
import { deleteScheduled, schedule } from './schedule.ts';
import { dueAt } from '../../engine/due-at.ts';
import { route, type Route } from '../../http/route.ts';

export const scheduledMessageRoutes: readonly Route[] = [
  route(endpoints.getScheduledMessages, async ({ world, user }) => ({
    scheduled_messages: (await scheduledBy(world.pool, user)).map(presentScheduled),
  })),
  route(endpoints.createScheduledMessage, async (call, parameters) => {
    const { world, realm, user, client } = call;
    const due = await dueAt(world.pool, parameters.scheduled_delivery_timestamp);
    const prepared = await prepare(call, parameters);
    const isToSelf = prepared.channel_id === null && prepared.users.every((id) => id === user.id);
    const columns = {
      ...prepared,
      client: client.name,
      is_read_by_sender: parameters.read_by_sender ?? (isInteractiveClient(client.name) && !isToSelf),
      due_at: due,
    };
    return { scheduled_message_id: await world.write(realm.id, (tx) => schedule(tx, call, columns)) };
  }),
  route(endpoints.updateScheduledMessage, async (call, { scheduled_message_id, ...changes }) => {
    await editScheduled(call, scheduled_message_id, changes);
    return {};
  }),
  route(endpoints.deleteScheduledMessage, async (call, { scheduled_message_id }) => {
    await call.world.write(call.realm.id, (tx) => deleteScheduled(tx, call, scheduled_message_id));
    return {};
  }),
];
